import type { Selectable } from 'kysely'
import type { LotKind } from '#contract/credits.ts'
import { type Database, type Reader, statement } from '#server/platform/db/index.ts'
import type { Said } from '#server/texts/index.ts'
import { type Account, expectDue } from './account.ts'
import { postEntry } from './post-entry.ts'
import type { SpendableLot } from './spending-order.ts'

const FIND_SPENDABLE = statement<
  Pick<Selectable<Database['credit_lots']>, 'id' | 'kind' | 'remaining' | 'expires_at'>
>('select id, kind, remaining, expires_at from credit_lots where user_id = $1 and remaining > 0')

/** Lots with something to spend; what had to expire must have been written before. */
export async function findSpendableLots(from: Reader, userId: string): Promise<SpendableLot[]> {
  const rows = await FIND_SPENDABLE.run(from, [userId])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    expiresAt: row.expires_at,
    available: row.remaining,
  }))
}

export interface NewLot {
  entry: 'grant' | 'adjust'
  kind: LotKind
  amount: number
  expiresAt: Date | null
  externalId: string
  payment?: string | undefined
  text: Said
  /** When it fell due; default now. */
  at?: Date
}

/** Somebody who pays waits for no place of their network: what waited is due now. */
async function leaveLineByPaying({ tx, userId, now }: Account): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('free_credits')
    .set({ due_at: now, network: null, network_range: null })
    .where('user_id', '=', userId)
    .where('network', 'is not', null)
    .where('due_at', '>', now)
    .where('decided_through', 'is', null)
    .where('aside_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a lot and its line in the statement. */
export async function addLot(account: Account, lot: NewLot): Promise<void> {
  const payment = lot.payment ?? null
  const { id } = await account.tx
    .insertInto('credit_lots')
    .values({
      user_id: account.userId,
      kind: lot.kind,
      granted: lot.amount,
      remaining: lot.amount,
      expires_at: lot.expiresAt,
      payment,
      created_at: lot.at ?? account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expectDue(account, lot.expiresAt)
  if (payment !== null && (await leaveLineByPaying(account))) expectDue(account, account.now)
  await postEntry(account, {
    kind: lot.entry,
    externalId: lot.externalId,
    parts: [{ lot: id, kind: lot.kind, amount: lot.amount }],
    from: null,
    to: 'remaining',
    payment,
    text: lot.text,
    ...(lot.at ? { at: lot.at } : {}),
  })
}
