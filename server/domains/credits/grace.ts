import type { Account } from './account.ts'
import { expiredText } from './format-credits.ts'
import { postEntry } from './post-entry.ts'

/** The lot lives on: its renewal is being charged. */
export async function extendByGrace(
  account: Account,
  lot: { id: string; expiresAt: Date },
  until: Date,
): Promise<void> {
  await account.tx
    .updateTable('credit_lots')
    .set({ expires_at: until, grace_from: lot.expiresAt })
    .where('id', '=', lot.id)
    .execute()
}

/**
 * The renewal was paid or has failed, so what had waited for it expires now. The lot gets its own expiry back: what a
 * job still holds of it is judged by that when it is released.
 */
export async function endGrace(account: Account, at: Date): Promise<void> {
  const lots = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'kind', 'remaining', 'grace_from'])
    .where('user_id', '=', account.userId)
    .where('grace_from', 'is not', null)
    .where('expires_at', '>', account.now)
    .execute()
  for (const lot of lots) {
    await account.tx
      .updateTable('credit_lots')
      .set({ expires_at: lot.grace_from, grace_from: null })
      .where('id', '=', lot.id)
      .execute()
    if (lot.remaining === 0) continue
    await postEntry(account, {
      kind: 'expire',
      externalId: `grace:${lot.id}`,
      parts: [{ lot: lot.id, kind: lot.kind, amount: lot.remaining }],
      from: 'remaining',
      to: 'expired',
      text: expiredText(lot.kind, lot.remaining),
      at: lot.grace_from && lot.grace_from > at ? lot.grace_from : at,
    })
  }
}
