import { account } from '#contract/account.ts'
import { accounts as api } from '#contract/accounts.ts'
import { invitations } from '#contract/invitations.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Route, route } from '#server/platform/route.ts'
import { readEmailSettings, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { readDevice, withDevice, withDeviceOf } from './devices.ts'
import { readFacebookProfile } from './facebook-profile.ts'
import { readGoogleProfile } from './google-profile.ts'
import { signInWithProfile } from './join-social-account.ts'
import { confirmAddress, readConfirmation } from './confirm-address.ts'
import { checkInvitation } from './invitations.ts'
import { countSecret } from './limits.ts'
import { endOtherSessions, endSession, listSessions } from './list-sessions.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { logIn } from './log-in.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { readReferral } from './referral-cookie.ts'
import { register } from './register.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { finishLogin, shownFactor } from './second-factor/finish-login.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { setLanguage } from './set-language.ts'
import { setTimeZone } from './set-time-zone.ts'
import { t } from '#server/texts/index.ts'
import { closeSession, userAgentOf } from './sessions.ts'
import type { AccountsContext } from './types.ts'
import { resendVerification } from './verify-email.ts'

/** Who had no choice of languages has not chosen one. */
const chosenIn = ({ config }: AccountsContext, language: string): string | null =>
  config.languages.length > 1 ? language : null

function passwordRoutes(context: AccountsContext): Route[] {
  return [
    route(api.passwordReset, async ({ body, ip, cookies }) => {
      const { email, altcha } = body
      await requestPasswordReset(context, { email, altcha, ip, device: readDevice(cookies) })
      return { detail: t('accounts.resetSent') }
    }),
    route(api.passwordResetConfirm, async ({ body, ip, cookies }) => {
      await resetPassword(context, {
        uid: body.uid,
        token: body.token,
        password: body.new_password1,
        repeatedPassword: body.new_password2,
        ip,
      })
      const answer = { detail: t('accounts.passwordReset') }
      // Who reads the mailbox has not shown the second factor: such a browser would be taken for its owner's.
      if (await hasSecondFactor(context.db.kysely, body.uid)) return answer
      return withDevice(context, { userId: body.uid, cookies, ip }, answer)
    }),
    route(api.passwordChange, async ({ body, caller, ip }) => {
      await changePassword(context, {
        caller,
        oldPassword: body.old_password,
        password: body.new_password1,
        repeatedPassword: body.new_password2,
        ip,
      })
      return { detail: t('accounts.passwordSaved') }
    }),
  ]
}

function loginRoutes(context: AccountsContext): Route[] {
  const { publicUrl } = context.config
  return [
    route(api.login, async ({ body, ip, host, headers, cookies }) => {
      const from = { ip, device: readDevice(cookies), userAgent: userAgentOf(headers) }
      const site = relyingPartyOf(host, publicUrl)
      const key = await logIn(context, { ...body, ...from, site })
      return withDeviceOf(context, { key, cookies, ip }, { key })
    }),
    route(api.passSecondFactor, async ({ body, ip, host, headers, cookies }) => {
      const from = { ip, device: readDevice(cookies), userAgent: userAgentOf(headers) }
      const key = await finishLogin(context, {
        challenge: body.challenge,
        shown: shownFactor(body),
        site: relyingPartyOf(host, publicUrl),
        ...from,
      })
      return withDeviceOf(context, { key, cookies, ip }, { key })
    }),
  ]
}

function socialRoutes(context: AccountsContext): Route[] {
  const providers = [
    [api.google, readGoogleProfile],
    [api.facebook, readFacebookProfile],
  ] as const
  return providers.map(([endpoint, readProfile]) =>
    route(endpoint, async ({ body, ip, host, language, headers, cookies }) => {
      const attempt = await countSecret(context, ip)
      const profile = await readProfile(context, body.access_token).catch(
        async (error: unknown) => {
          const isWrongToken = error instanceof AppError && error.code === 'invalid'
          if (isWrongToken) logFailedSignIn(context, { reason: 'refused_by_provider', ip })
          else await attempt.discount()
          throw error
        },
      )
      await attempt.discount()
      const key = await signInWithProfile(context, profile, {
        ip,
        device: readDevice(cookies),
        referral: readReferral(cookies),
        host,
        language: chosenIn(context, language),
        userAgent: userAgentOf(headers),
        password: body.password,
        invitation: body.invitation,
        site: relyingPartyOf(host, context.config.publicUrl),
      })
      return withDeviceOf(context, { key, cookies, ip }, { key })
    }),
  )
}

function securityRoutes(context: AccountsContext): Route[] {
  const { db } = context
  return [
    route(account.sessions, async ({ caller }) => ({ results: await listSessions(db, caller) })),
    route(account.endOtherSessions, async ({ caller }) => {
      await endOtherSessions(db, caller)
      return null
    }),
    route(account.endSession, async ({ caller, params }) => {
      await endSession(db, caller, params.id)
      return null
    }),
    route(account.email, ({ caller }) => readEmailSettings(context, caller)),
    route(account.changeEmail, async ({ body, caller, ip }) => {
      const { email, password } = body
      await requestEmailChange(context, { email, password, caller, ip })
      return { detail: t('accounts.verificationSent') }
    }),
    route(account.setLanguage, async ({ body, caller }) => {
      await setLanguage(context, caller, body.language)
      return body
    }),
    route(account.setTimeZone, async ({ body, caller }) => {
      await setTimeZone(db, caller, body.time_zone)
      return body
    }),
    route(account.remove, async ({ body, caller, ip }) => {
      await closeAccount(context, { caller, password: body?.password, ip })
      return null
    }),
  ]
}

/** The calls of `contract/accounts.ts`, and of `contract/account.ts` all that change an account. */
export function accountRoutes(context: AccountsContext): Route[] {
  return [
    ...loginRoutes(context),
    route(api.logout, async ({ caller }) => {
      await closeSession(context.db, caller.tokenHash)
      return { detail: t('accounts.loggedOut') }
    }),
    route(api.challenge, async () => ({
      challenge: context.config.proofOfWork ? await context.work.challenge() : null,
    })),
    route(api.register, async ({ body, ip, host, language, cookies }) => {
      const isConfirmed = await register(context, {
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        password: body.password1,
        repeatedPassword: body.password2,
        ip,
        device: readDevice(cookies),
        referral: readReferral(cookies),
        next: body.next,
        invitation: body.invitation,
        altcha: body.altcha,
        host,
        language: chosenIn(context, language),
      })
      if (isConfirmed) return { detail: t('accounts.accountReady'), state: 'confirmed' as const }
      return { detail: t('accounts.verificationSent') }
    }),
    route(invitations.check, ({ body }) => checkInvitation(context.db.kysely, body.token)),
    route(api.readConfirmation, ({ query }) => readConfirmation(context, query.key)),
    route(api.verifyEmail, async ({ body, caller, ip, headers, cookies }) => {
      const { key, password, new_password1: chosen, new_password2: repeated } = body
      const isNew = chosen !== undefined || repeated !== undefined
      const confirmed = await confirmAddress(context, {
        key,
        caller,
        password,
        newPassword: isNew ? { password: chosen, repeated } : null,
        ip,
        device: readDevice(cookies),
        userAgent: userAgentOf(headers),
      })
      const opened = confirmed.key
      return opened === undefined
        ? confirmed
        : withDeviceOf(context, { key: opened, cookies, ip }, confirmed)
    }),
    route(api.resendEmail, async ({ body, ip, cookies }) => {
      await resendVerification(context, { ...body, ip, device: readDevice(cookies) })
      return { detail: 'ok' }
    }),
    ...passwordRoutes(context),
    ...socialRoutes(context),
    ...securityRoutes(context),
    ...secondFactorRoutes(context),
    ...passkeyRoutes(context),
  ]
}
