import type { Account } from './account.ts'
import { assertAmount } from './format-credits.ts'
import type { CreditContext } from './context.ts'
import { addLot } from './lots.ts'
import { findEntry } from './post-entry.ts'
import { followRefund } from './revoke-payment.ts'
import { applyDueEntries } from './apply-due-entries.ts'
import type { GrantInput } from './types.ts'

/** Makes a lot of its own for the grant. */
export async function grantCredits(
  account: Account,
  context: CreditContext,
  input: GrantInput,
): Promise<{ state: 'granted' | 'already' }> {
  assertAmount(input.amount)
  if (await findEntry(account, 'grant', input.externalId)) return { state: 'already' }
  await addLot(account, { ...input, entry: 'grant' })
  if (input.payment !== undefined) await followRefund(account, input.payment, input.externalId)
  // Granted too late: its expiry is due already.
  if (input.expiresAt && input.expiresAt <= account.now) await applyDueEntries(account, context)
  return { state: 'granted' }
}
