import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'
import { freezeHoldKey, holdParts } from './freezes.ts'
import { releaseHold } from './release-hold.ts'
import type { FreezeInput } from './types.ts'

/** Holds all that is unspent of a payment's lots, as a job would. */
export async function freezePayment(
  account: Account,
  { payment, key, text }: FreezeInput,
): Promise<void> {
  const begun = await account.tx
    .insertInto('credit_freezes')
    .values({ user_id: account.userId, payment, key, created_at: account.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!begun) return
  const lots = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'kind', 'remaining'])
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .where('remaining', '>', 0)
    .execute()
  const parts = lots.map(({ id, kind, remaining }) => ({ lot: id, kind, amount: remaining }))
  if (parts.length > 0) {
    await holdParts(account, { parts, externalId: freezeHoldKey(key, 'start'), text })
  }
}

/** Gives back exactly what was held, to the lots it came from. */
export async function unfreezePayment(
  account: Account,
  context: CreditContext,
  { payment, key, text }: FreezeInput,
): Promise<void> {
  const ended = await account.tx
    .updateTable('credit_freezes')
    .set({ ended_at: account.now })
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .where('key', '=', key)
    .where('ended_at', 'is', null)
    .returning('key')
    .executeTakeFirst()
  if (!ended) return
  const holds = await account.tx
    .selectFrom('credit_holds')
    .select('id')
    .where('user_id', '=', account.userId)
    .where('closed_at', 'is', null)
    .where((eb) => eb.fn('starts_with', ['external_id', eb.val(freezeHoldKey(key, ''))]), '=', true)
    .orderBy('id')
    .execute()
  for (const { id } of holds) {
    await releaseHold(account, context, { holdId: id, cause: 'unused', text })
  }
}
