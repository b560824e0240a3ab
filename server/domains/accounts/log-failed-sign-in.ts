import type { AccountsContext } from './types.ts'

/** Why somebody was not let in, or did not show that an account is theirs. */
export type SignInFailure =
  | 'unknown_email'
  | 'wrong_password'
  | 'wrong_second_factor'
  | 'banned'
  | 'throttled'
  | 'refused_by_provider'

/**
 * Notes a failed sign-in for the operator. What was typed is left out: people type passwords into the field for the
 * e-mail address.
 */
export function logFailedSignIn(
  { log }: Pick<AccountsContext, 'log'>,
  failure: { reason: SignInFailure; ip: string; userId?: string | undefined },
): void {
  log.warn({ event: 'sign_in_failed', ...failure }, 'A login failed')
}
