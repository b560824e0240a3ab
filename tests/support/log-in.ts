import type { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import type { TestClient } from './test-app.ts'

/** What a login is answered that has to go on with a second factor. @param login a call that is refused for it */
export async function questionOf(login: Promise<unknown>): Promise<SecondFactorQuestion> {
  const refusal = await login.then(
    () => null,
    (error: unknown) => error as ApiError,
  )
  if (refusal?.code !== 'second_factor_required')
    throw refusal ?? new Error('The login was not asked for a second factor.')
  return refusal.body as SecondFactorQuestion
}

/** Logs in with password and second factor, in the two calls that it takes. */
export async function logInTwice(
  call: TestClient,
  login: { email: string; password: string },
  shown: { code: string } | { recovery_code: string },
): Promise<{ key: string }> {
  const { challenge } = await questionOf(call(api.accounts.login, { body: login }))
  return call(api.accounts.passSecondFactor, { body: { challenge, ...shown } })
}
