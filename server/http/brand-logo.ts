import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#server/platform/errors.ts'

const FILE = /^([0-9a-f]{32})\.png$/

/**
 * Serves the logos of brands. An address names the hash of its file, so it may be kept for good.
 * @param readLogo null: there is no such logo
 */
export const brandLogo =
  (readLogo: (hash: string) => Promise<Buffer | null>): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { file: string } }>('/brand-logo/:file', async (request, reply) => {
      const hash = FILE.exec(request.params.file)?.[1]
      const png = hash === undefined ? null : await readLogo(hash)
      if (!png) throw notFound()
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('X-Content-Type-Options', 'nosniff')
        .type('image/png')
        .send(png)
    })
  }
