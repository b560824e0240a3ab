import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isReferralCode, REFERRAL_COOKIE } from '#server/domains/accounts/index.ts'
import { paths } from '#contract/paths.ts'

const DAYS = 30
const MONTH_SECONDS = DAYS * 86_400

/** The page on which an account is opened, in any language, with the code of a link in its address. */
const REGISTER_BY_LINK = /^(?:\/[a-z]{2})?\/register\/?\?(?:.*&)?ref=/

/** The address of a request without the code of a link. */
function withoutCode(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const rest = new URLSearchParams(query)
  rest.delete('ref')
  return rest.size === 0 ? path : `${path}?${rest}`
}

/** The code that the address of a page names; null: none, or one that could not be a code. */
function codeOf({ query }: FastifyRequest): string | null {
  const { ref } = query as { ref?: unknown }
  const code = typeof ref === 'string' ? ref.toLowerCase() : ''
  return isReferralCode(code) ? code : null
}

/**
 * Serves the links by which people invite others: keeps the code in a first-party cookie until an account is opened in that browser, and
 * leads to where one is opened. That page keeps the code in its own address, too, so that it may be handed on; it promises credits for a
 * `ref`, so a code that is nobody's leads to its address without one.
 * @param isCode whether a code is somebody's
 */
export function referralLinks(
  isCode: (code: string) => Promise<boolean>,
  publicUrl: string,
): FastifyPluginAsync {
  const keep = (reply: FastifyReply, code: string) =>
    reply.setCookie(REFERRAL_COOKIE, code, {
      path: '/',
      maxAge: MONTH_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    })
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' || !REGISTER_BY_LINK.test(request.url)) return
      await request.countCall()
      const code = codeOf(request)
      if (code !== null && (await isCode(code))) {
        void keep(reply, code)
        return
      }
      void reply.header('Cache-Control', 'no-store')
      await reply.redirect(withoutCode(request.url), 302)
    })
    app.get<{ Params: { code: string } }>('/r/:code', async (request, reply) => {
      await request.countCall()
      const code = request.params.code.toLowerCase()
      void reply.header('Cache-Control', 'no-store')
      const isKnown = isReferralCode(code) && (await isCode(code))
      if (!isKnown) return reply.redirect(paths.register.link(), 302)
      void keep(reply, code)
      return reply.redirect(paths.register.link({ ref: code }), 302)
    })
  }
  // The hook is for pages, which are another plugin's.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}
