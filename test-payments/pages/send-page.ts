import type { FastifyReply } from 'fastify'

/** Sends a page. A form on it may lead to the origins of `targets`, and nothing on it may come from elsewhere. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  targets: readonly (string | null)[] = [],
): FastifyReply {
  const origins = targets.flatMap((url) => (url === null ? [] : [new URL(url).origin]))
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .header('Content-Security-Policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(html)
}
