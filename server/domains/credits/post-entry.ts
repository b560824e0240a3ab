import type { EntryKind } from '#contract/credits.ts'
import { type Statement, statement } from '#server/platform/db/index.ts'
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
  /** Of a `hold`: the id of the hold that is made with it. */
  holdId?: string | null
  jobId?: string | null
  imageId?: string | null
  payment?: string | null
  /** Of a refund: the entry of its capture. */
  reverses?: number
}

/** The lots of a posting and how much of each, in SQL. */
interface PartsInSql {
  /** Rows of a lot and its amount. */
  rows: string
  /** What is true of their lots, and the amount of one. */
  isOne: string
  amount: string
}

/** Nearly all postings are of one lot: plain values are planned and found in less time than lists. */
const ONE: PartsInSql = {
  rows: '$17::uuid, $18::integer',
  isOne: 'id = $17::uuid',
  amount: '$18::integer',
}
const MORE: PartsInSql = {
  rows: 'unnest($17::uuid[]), unnest($18::integer[])',
  isOne: 'id = any($17::uuid[])',
  amount: '($18::integer[])[array_position($17::uuid[], id)]',
}

const move = (from: Place, to: Place, { isOne, amount }: PartsInSql) => `
  moved as (
    update credit_lots set ${from} = ${from} - ${amount}, ${to} = ${to} + ${amount} where ${isOne}
  ),`

/** The hold itself, and how many credits it took from which lot. */
const hold = ({ rows }: PartsInSql) => `
  hold as (
    insert into credit_holds (id, user_id, external_id, job_id, amount, created_at)
    values ($8::uuid, $1, $3, $9::uuid, $5::integer, $14)
  ), hold_parts as (
    insert into credit_hold_parts (hold_id, lot_id, amount)
    select $8::uuid, ${rows}
  ),`

const writers = new Map<string, Statement<unknown>>()

/** The statement of all postings between the same places. */
function writerFor({ kind, from, to, parts }: Posting): Statement<unknown> {
  const isOfOne = parts.length === 1
  const key = `${kind} ${from} ${to} ${isOfOne}`
  const inSql = isOfOne ? ONE : MORE
  const writer =
    writers.get(key) ??
    statement(`
      with ${from ? move(from, to, inSql) : ''} ${kind === 'hold' ? hold(inSql) : ''} account as (
        update credit_accounts set
          balance = balance + $4::integer, held = held + $5::integer,
          settled_at = $15, next_due_at = $16
        where user_id = $1
        returning balance
      )
      insert into credit_entries (
        user_id, kind, external_id, amount, captured, balance_after, lots, hold_id, job_id, image_id,
        payment, reverses, text, created_at
      )
      select $1, $2, $3, $4::integer, $6::integer, account.balance, $7::jsonb, $8::uuid, $9::uuid,
        $10::uuid, $11, $12::bigint, $13, $14::timestamptz
      from account`)
  writers.set(key, writer)
  return writer
}

/**
 * Writes one line of the statement and moves its credits, in one database statement: lots, account and entries
 * change only here, so they cannot differ. A `hold` is made with its line.
 */
export async function postEntry(account: Account, posting: Posting): Promise<void> {
  const { tx, userId } = account
  const { from, to, parts } = posting
  const total = totalOf(parts)
  const change = (place: Place) => (to === place ? total : 0) - (from === place ? total : 0)
  const [balance, held] = [change('remaining'), change('held')]
  account.balance += balance
  account.held += held
  account.changed = true
  await writerFor(posting).run(tx, [
    userId,
    posting.kind,
    posting.externalId,
    balance,
    held,
    to === 'captured' ? total : 0,
    JSON.stringify(parts),
    posting.holdId ?? null,
    posting.jobId ?? null,
    posting.imageId ?? null,
    posting.payment ?? null,
    posting.reverses ?? null,
    posting.text,
    posting.at ?? account.now,
    account.now,
    account.nextDueAt,
    ...(from ? listed(parts) : []),
  ])
}

/** $17 and $18. */
function listed(parts: readonly LotPart[]): [unknown, unknown] {
  const [first, ...more] = parts
  if (first && more.length === 0) return [first.lot, first.amount]
  return [parts.map(({ lot }) => lot), parts.map(({ amount }) => amount)]
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
