import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PictureDownloadQuery } from '#contract/picture-download.ts'
import { ResizedImageQuery } from '#contract/resized-image.ts'
import type { Media } from '#server/domains/media/index.ts'
import { parseInput } from '#server/platform/validation.ts'
import { parseRange } from './byte-range.ts'
import { isFresh } from './is-fresh.ts'

/** Extra parameters are let through: an address may have been decorated on its way. */
const FileQuery = z.object({
  exp: z.string().optional(),
  sig: z.string().optional(),
  download: z.string().max(200).optional(),
})

/** Nothing that is stored may run, whatever it claims to be. */
const SANDBOX = "default-src 'none'; sandbox"

/** Name for saving, as RFC 6266 wants it: plain characters for old readers, the rest in UTF-8. */
function contentDisposition(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .trim()
  const plain = clean.replaceAll(/[^\x20-\x7e]|%/g, '_') || 'picture'
  const encoded = encodeURIComponent(clean || 'picture').replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Headers of every file, also of a 304. */
function describe(reply: FastifyReply, file: { etag: string; cacheControl: string }): void {
  void reply
    .header('ETag', file.etag)
    .header('Cache-Control', file.cacheControl)
    .header('Content-Security-Policy', SANDBOX)
    .header('X-Content-Type-Options', 'nosniff')
}

interface WantedFile {
  key: string
  exp: string | undefined
  sig: string | undefined
  download: string
  made: PictureDownloadQuery
}

/** Saved once each, so nothing of it is kept. */
async function sendConverted(
  media: Media,
  { key, exp, sig, download, made }: WantedFile,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, type } = await media.convertFile(key, { exp, sig }, made)
  return reply
    .header('Cache-Control', 'private, no-store')
    .header('Content-Security-Policy', SANDBOX)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', contentDisposition(download))
    .type(`image/${type}`)
    .send(body)
}

async function sendFile(
  media: Media,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { '*': key } = request.params as { '*': string }
  const { exp, sig, download } = parseInput(FileQuery, request.query)
  const made = parseInput(PictureDownloadQuery, request.query)
  if (download !== undefined && Object.values(made).some((value) => value !== undefined))
    return sendConverted(media, { key, exp, sig, download, made }, reply)
  const file = await media.showFile(key, { exp, sig })
  describe(reply, file)
  void reply.header('Accept-Ranges', 'bytes')
  if (download !== undefined) {
    void reply.header('Content-Disposition', contentDisposition(download))
  }
  if (isFresh(request, file.etag)) return reply.code(304).send()

  const ifRange = request.headers['if-range']
  const wanted = ifRange === undefined || ifRange === file.etag ? request.headers.range : undefined
  const range = parseRange(wanted, file.size)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send()
  }
  void reply.type(file.contentType)
  if (range) {
    void reply
      .code(206)
      .header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('Content-Length', range.end - range.start + 1)
  } else {
    void reply.header('Content-Length', file.size)
  }
  if (request.method === 'HEAD') return reply.send()
  const { stream } = await file.open(range ?? undefined)
  return reply.send(stream)
}

async function sendResized(
  media: Media,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const picture = await media.resize(parseInput(ResizedImageQuery, request.query))
  if (isFresh(request, picture.etag)) {
    describe(reply, picture)
    return reply.code(304).send()
  }
  const body = await picture.read()
  describe(reply, picture)
  return reply.type(picture.contentType).send(body)
}

/** Stored files at `/media/` and the resizing service at `/img/`. */
export function mediaPlugin(media: Media): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.route({
      // By hand: the HEAD that Fastify adds would read the whole file only to learn its length.
      method: ['GET', 'HEAD'],
      url: '/media/*',
      handler: (request, reply) => sendFile(media, request, reply),
    })
    app.get('/img/', (request, reply) => sendResized(media, request, reply))
  }
}
