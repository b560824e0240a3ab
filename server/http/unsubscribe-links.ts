import type { FastifyPluginAsync } from 'fastify'
import { paths, UNSUBSCRIBE } from '#contract/paths.ts'
import { notFound } from '#server/platform/errors.ts'

/** `List-Unsubscribe=One-Click` */
const BODY_LIMIT_BYTES = 1024

/**
 * Serves the addresses by which mail programs end a kind of mail with one press (RFC 8058): a POST ends it, and asks for no login. A GET
 * changes nothing, for programs look at links by themselves: it leads to where mails are chosen.
 * @param unsubscribe whether the token was one of ours
 */
export const unsubscribeLinks =
  (unsubscribe: (token: string) => Promise<boolean>): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
      done(null, null)
    })
    app.get(`${UNSUBSCRIBE}/:token`, async (request, reply) => {
      await request.countCall()
      return reply.header('Cache-Control', 'no-store').redirect(paths.mailChoice.link(), 302)
    })
    app.route<{ Params: { token: string } }>({
      method: 'POST',
      url: `${UNSUBSCRIBE}/:token`,
      bodyLimit: BODY_LIMIT_BYTES,
      // The token says who it is; cookies are not looked at.
      config: { ignoresCallers: true },
      handler: async (request, reply) => {
        await request.countCall()
        if (!(await unsubscribe(request.params.token))) throw notFound()
        return reply.header('Cache-Control', 'no-store').code(204).send()
      },
    })
  }
