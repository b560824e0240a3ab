import { type AppError, userError } from '#server/platform/errors.ts'
import type { AccountsContext } from './types.ts'

const closed = (): AppError =>
  userError('registration_closed', 'New accounts cannot be opened here at the moment.')

/** @throws {AppError} `registration_closed` where nobody may open an account */
export function requireOpenRegistration({ config }: Pick<AccountsContext, 'config'>): void {
  if (config.registration === 'closed') throw closed()
}
