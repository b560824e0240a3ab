import { sql } from 'kysely'
import type { EntryKind } from '#contract/credits.ts'
import type { Account } from './account.ts'
import { type LotPart, totalOf } from './spending-order.ts'

/** Where a credit of a lot is; columns of `credit_lots`. */
export type Place = 'remaining' | 'held' | 'captured' | 'expired' | 'revoked' | 'adjusted'

export interface Posting {
  kind: EntryKind
  /** Unique a user and kind. */
  externalId: string
  parts: LotPart[]
  /** Where the credits were (null: in a lot just made, that has them already), and where they go. */
  from: Place | null
  to: Place
  text: string
  /** When it fell due; default now. */
  at?: Date
  holdId?: string | null
  jobId?: string | null
  imageId?: string | null
  payment?: string | null
  /** Of a refund: the entry of its capture. */
  reverses?: number
}

/**
 * Writes one line of the statement and moves its credits, in one database statement: lots, account and entries
 * change only here, so they cannot differ.
 */
export async function postEntry(account: Account, posting: Posting): Promise<void> {
  const { tx, userId } = account
  const { from, to, parts } = posting
  const total = totalOf(parts)
  const change = (place: Place) => (to === place ? total : 0) - (from === place ? total : 0)
  const lots = JSON.stringify(parts)
  // A lot that was just made has its credits, so there is nothing to move.
  const moved = from
    ? sql`update credit_lots l
        set ${sql.ref(from)} = l.${sql.ref(from)} - part.amount,
            ${sql.ref(to)} = l.${sql.ref(to)} + part.amount
        from jsonb_to_recordset(${lots}::jsonb) as part (lot uuid, amount integer)
        where l.id = part.lot
        returning l.id`
    : sql`select null`
  const { rows } = await sql<{ balance_after: number }>`
    with moved as (${moved}), account as (
      update credit_accounts set
        balance = balance + ${change('remaining')},
        held = held + ${change('held')},
        settled_at = ${account.now},
        next_due_at = ${account.nextDueAt}
      where user_id = ${userId}
      returning balance
    )
    insert into credit_entries (
      user_id, kind, external_id, amount, captured, balance_after, lots, hold_id, job_id, image_id,
      payment, reverses, text, created_at
    )
    select ${userId}, ${posting.kind}, ${posting.externalId}, ${change('remaining')}::integer,
      ${to === 'captured' ? total : 0}::integer, account.balance, ${lots}::jsonb,
      ${posting.holdId ?? null}::uuid, ${posting.jobId ?? null}::uuid, ${posting.imageId ?? null}::uuid,
      ${posting.payment ?? null}, ${posting.reverses ?? null}::bigint, ${posting.text},
      ${posting.at ?? account.now}::timestamptz
    from account
    returning balance_after`.execute(tx)
  account.balance = rows[0]?.balance_after ?? account.balance
  account.held += change('held')
  account.changed = true
}

export interface PostedEntry {
  id: number
  amount: number
  captured: number
  lots: LotPart[]
  created_at: Date
}

/** The entry that was written under this key, if one was. */
export async function findEntry(
  account: Account,
  kind: EntryKind,
  externalId: string,
): Promise<PostedEntry | undefined> {
  return await account.tx
    .selectFrom('credit_entries')
    .select(['id', 'amount', 'captured', 'lots', 'created_at'])
    .where('user_id', '=', account.userId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}
