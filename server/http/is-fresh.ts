import type { FastifyRequest } from 'fastify'

/** Says whether who asks has this version already (`If-None-Match`), so that 304 is the answer. */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
