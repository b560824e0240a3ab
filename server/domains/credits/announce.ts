import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'

/** Tells the user's browsers, if anything was posted. */
export function announce(account: Account, context: CreditContext): void {
  if (!account.changed) return
  const { balance, held } = account
  context.events.publish(account.tx, account.userId, 'credits', { balance, held })
}
