import { type AppError, userError } from '#server/platform/errors.ts'
import { networkKey } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'
import type { InstallationContext } from '../context.ts'
import { forgetSetupToken, isSetupToken, removeTokenFile } from './setup-token.ts'

/** Wrong tokens of one network in ten minutes. */
const GUESSES = { name: 'setup-token', points: 10, seconds: 600 }

const closed = (): AppError => userError('setup_closed', t('installation.setUpAlready'))

/**
 * Checks the token of somebody who wants to set the site up.
 * @throws {AppError} `setup_closed` once there is an administrator, `bad_token`, `throttled`
 */
export async function checkSetupToken(
  { db, limiter, accounts }: InstallationContext,
  { token, ip }: { token: string; ip: string },
): Promise<void> {
  await limiter.consume(GUESSES, networkKey(ip))
  if (await accounts.hasAdministrator()) throw closed()
  if (!(await isSetupToken(db.kysely, token)))
    throw userError('bad_token', t('installation.otherLink'))
  await limiter.giveBack(GUESSES, networkKey(ip))
}

export interface NewAdministrator {
  token: string
  email: string
  password: string
  firstName: string
  lastName: string
  ip: string
  userAgent: string | null
}

/**
 * Opens the account of the first administrator and signs them in; the token ends in the same transaction.
 * @returns the key of a session
 * @throws {AppError} as {@link checkSetupToken}, `invalid` for the password, `conflict` when the address has an account
 */
export async function openSetup(
  context: InstallationContext,
  { token, ip, ...person }: NewAdministrator,
): Promise<{ key: string }> {
  await checkSetupToken(context, { token, ip })
  const key = await context.accounts.openFirstAdministrator({ ...person, ip }, forgetSetupToken)
  if (key === null) throw closed()
  await removeTokenFile(context.dataDir)
  return { key }
}
