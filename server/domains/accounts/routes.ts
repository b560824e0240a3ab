import { account } from '#contract/account.ts'
import { accounts as api } from '#contract/accounts.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Route, route } from '#server/platform/route.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { readFacebookProfile } from './facebook-profile.ts'
import { readGoogleProfile } from './google-profile.ts'
import { signInWithProfile } from './join-social-account.ts'
import { countSecret } from './limits.ts'
import { logIn } from './log-in.ts'
import { register } from './register.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { closeSession } from './sessions.ts'
import type { AccountsContext } from './types.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

function passwordRoutes(context: AccountsContext): Route[] {
  return [
    route(api.passwordReset, async ({ body, ip, host }) => {
      await requestPasswordReset(context, { ...body, ip, host })
      return { detail: 'Password reset e-mail has been sent.' }
    }),
    route(api.passwordResetConfirm, async ({ body, ip }) => {
      await resetPassword(context, {
        uid: body.uid,
        token: body.token,
        password: body.new_password1,
        repeatedPassword: body.new_password2,
        ip,
      })
      return { detail: 'Password has been reset with the new password.' }
    }),
    route(api.passwordChange, async ({ body, caller, ip }) => {
      await changePassword(context, {
        caller,
        oldPassword: body.old_password,
        password: body.new_password1,
        repeatedPassword: body.new_password2,
        ip,
      })
      return { detail: 'New password has been saved.' }
    }),
  ]
}

function socialRoutes(context: AccountsContext): Route[] {
  const providers = [
    [api.google, readGoogleProfile],
    [api.facebook, readFacebookProfile],
  ] as const
  return providers.map(([endpoint, readProfile]) =>
    route(endpoint, async ({ body, ip, host }) => {
      const attempt = await countSecret(context, ip)
      const profile = await readProfile(context, body.access_token).catch(
        async (error: unknown) => {
          const isWrongToken = error instanceof AppError && error.code === 'invalid'
          if (!isWrongToken) await attempt.discount()
          throw error
        },
      )
      await attempt.discount()
      return { key: await signInWithProfile(context, profile, { ip, host }) }
    }),
  )
}

/** The calls of `contract/accounts.ts`, and the deletion of `contract/account.ts`. */
export function accountRoutes(context: AccountsContext): Route[] {
  return [
    route(api.login, async ({ body, ip }) => ({ key: await logIn(context, { ...body, ip }) })),
    route(api.logout, async ({ caller }) => {
      await closeSession(context.db, caller.tokenHash)
      return { detail: 'Successfully logged out.' }
    }),
    route(api.register, async ({ body, ip, host }) => {
      await register(context, {
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        password: body.password1,
        repeatedPassword: body.password2,
        ip,
        host,
      })
      return { detail: 'Verification e-mail sent.' }
    }),
    route(api.verifyEmail, async ({ body, ip }) => {
      await verifyEmail(context, { ...body, ip })
      return { detail: 'ok' }
    }),
    route(api.resendEmail, async ({ body, ip, host }) => {
      await resendVerification(context, { ...body, ip, host })
      return { detail: 'ok' }
    }),
    route(account.remove, async ({ body, caller, ip, host }) => {
      await closeAccount(context, { caller, password: body?.password, ip, host })
      return null
    }),
    ...passwordRoutes(context),
    ...socialRoutes(context),
  ]
}
