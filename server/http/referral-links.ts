import type { FastifyPluginAsync } from 'fastify'
import { isReferralCode, REFERRAL_COOKIE } from '#server/domains/accounts/index.ts'
import { paths } from '#contract/paths.ts'

const DAYS = 30
const MONTH_SECONDS = DAYS * 86_400

/**
 * Serves the links by which people invite others: keeps the code in a first-party cookie until an account is opened in that browser, and
 * leads to where one is opened. A code that is nobody's leads there as well, without a promise.
 * @param isCode whether a code is somebody's
 */
export const referralLinks =
  (isCode: (code: string) => Promise<boolean>, publicUrl: string): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { code: string } }>('/r/:code', async (request, reply) => {
      await request.countCall()
      const code = request.params.code.toLowerCase()
      void reply.header('Cache-Control', 'no-store')
      const isKnown = isReferralCode(code) && (await isCode(code))
      if (!isKnown) return reply.redirect(paths.register.link(), 302)
      void reply.setCookie(REFERRAL_COOKIE, code, {
        path: '/',
        maxAge: MONTH_SECONDS,
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
      })
      return reply.redirect(paths.register.link({ ref: code }), 302)
    })
  }
