import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#server/platform/errors.ts'

const FILE = /^([0-9a-f]{32})\.webp$/

/**
 * Serves images that administrators chose for the site. An address names the hash of its file, so it may be kept for good.
 * @param readPicture null: there is no such image
 */
export const sitePictures =
  (readPicture: (hash: string) => Promise<Buffer | null>): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { file: string } }>('/site-picture/:file', async (request, reply) => {
      const hash = FILE.exec(request.params.file)?.[1]
      const webp = hash === undefined ? null : await readPicture(hash)
      if (!webp) throw notFound()
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('X-Content-Type-Options', 'nosniff')
        .type('image/webp')
        .send(webp)
    })
  }
