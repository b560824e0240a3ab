import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'
import { grantCredits } from './grant-credits.ts'
import { findEntry } from './post-entry.ts'
import { findUnrecovered } from './revocations.ts'
import type { GrantInput } from './types.ts'

/** Grants credits that were not paid for; to somebody who spent credits of a refunded payment none. */
export async function grantReward(
  account: Account,
  context: CreditContext,
  input: GrantInput,
): Promise<{ state: 'granted' | 'already' | 'withheld' }> {
  if (await findEntry(account, 'grant', input.externalId)) return { state: 'already' }
  if ((await findUnrecovered(account.tx, account.userId)) > 0) return { state: 'withheld' }
  return grantCredits(account, context, input)
}
