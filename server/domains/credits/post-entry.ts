import type { EntryKind } from '#contract/credits.ts'
import { type NamedStatement, namedStatement } from '#server/platform/db/index.ts'
import { inEnglish, isText, type Said } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import { type LotPart, totalOf } from './spending-order.ts'

/** Where a credit of a lot is: the columns of `credit_lots` whose sum is `granted`. */
export type LotColumn = 'remaining' | 'held' | 'captured' | 'expired' | 'revoked' | 'adjusted'

/** One line of the statement, and how its credits move. */
export interface Posting {
  kind: EntryKind
  /** Unique a user and kind. */
  externalId: string
  /** Which lots, and whole credits of each. */
  parts: LotPart[]
  /** Where the credits were (null: in a lot just made, that has them already), and where they go. */
  from: LotColumn | null
  to: LotColumn
  /** A string is what a person of the operator wrote. */
  text: Said
  /** When it fell due; default now. */
  at?: Date
  /** For a `hold`: the id of the hold that is made with it; for a `capture`: the hold that it is of, which changes with it. */
  holdId?: string | null
  jobId?: string | null
  imageId?: string | null
  payment?: string | null
  /** For a refund: the entry of its capture. */
  reverses?: number
}

/** The values of the statement that writes a posting; amounts in whole credits. */
interface PostingValues {
  userId: string
  kind: EntryKind
  externalId: string
  /** Change of what can be spent, and of what is held. */
  balanceChange: number
  heldChange: number
  captured: number
  /** `LotPart[]` as JSON, for the line. */
  parts: string
  holdId: string | null
  jobId: string | null
  imageId: string | null
  payment: string | null
  reverses: number | null
  text: string
  /** The text as JSON, beside its English sentence; JSON null: it is a finished sentence. */
  said: string
  at: Date
  /** Up to when the account is settled, and when something falls due next. */
  settledAt: Date
  nextDueAt: Date | null
  /** The lots that change and how much of each: one value of each, or a list. */
  lots: string | string[] | undefined
  amounts: number | number[] | undefined
}

/** The lots of a posting and how much of each, in SQL. */
interface PartsInSql {
  /** Rows of a lot and its amount. */
  rows: string
  /** Builds the condition that a lot belongs to the posting. @param lot the SQL of its id */
  isOne(lot: string): string
  /** Builds the amount of such a lot. @param lot the SQL of its id */
  amount(lot: string): string
}

/** Nearly all postings are of one lot: plain values are planned and found in less time than lists. */
const ONE: PartsInSql = {
  rows: ':lots::uuid, :amounts::integer',
  isOne: (lot) => `${lot} = :lots::uuid`,
  amount: () => ':amounts::integer',
}
const MORE: PartsInSql = {
  rows: 'unnest(:lots::uuid[]), unnest(:amounts::integer[])',
  isOne: (lot) => `${lot} = any(:lots::uuid[])`,
  amount: (lot) => `(:amounts::integer[])[array_position(:lots::uuid[], ${lot})]`,
}

/** Moves the credits of each lot from one column to another. */
const moveCredits = (from: LotColumn, to: LotColumn, { isOne, amount }: PartsInSql) => `
  moved as (
    update credit_lots set ${from} = ${from} - ${amount('id')}, ${to} = ${to} + ${amount('id')}
    where ${isOne('id')}
  ),`

/** The hold itself, and how many credits it took from which lot. */
const addHold = ({ rows }: PartsInSql) => `
  hold as (
    insert into credit_holds (id, user_id, external_id, job_id, amount, created_at)
    values (:holdId::uuid, :userId, :externalId, :jobId::uuid, :heldChange::integer, :at)
  ), hold_parts as (
    insert into credit_hold_parts (hold_id, lot_id, amount)
    select :holdId::uuid, ${rows}
  ),`

/** Notes in the hold what is captured of it; it closes when nothing is left. */
const captureOfHold = ({ isOne, amount }: PartsInSql) => `
  hold_parts as (
    update credit_hold_parts set captured = captured + ${amount('lot_id')}
    where hold_id = :holdId::uuid and ${isOne('lot_id')}
  ), hold as (
    update credit_holds set captured = captured + :captured::integer,
      closed_at = case when captured + released + :captured::integer = amount then :settledAt::timestamptz end
    where id = :holdId::uuid and user_id = :userId
  ),`

/** Change of the hold by a posting of this kind. A release may be several postings, so it changes its hold by itself. */
const changeHold = (kind: EntryKind, parts: PartsInSql): string => {
  if (kind === 'hold') return addHold(parts)
  return kind === 'capture' ? captureOfHold(parts) : ''
}

type PostingWriter = NamedStatement<PostingValues, unknown>

const writers = new Map<string, PostingWriter>()

/** The statement of all postings of a kind between the same columns; its text is made once. */
function writerFor({ kind, from, to, parts }: Posting): PostingWriter {
  const isOfOne = parts.length === 1
  const key = `${kind} ${from} ${to} ${isOfOne}`
  const inSql = isOfOne ? ONE : MORE
  const writer =
    writers.get(key) ??
    namedStatement<PostingValues, unknown>(`
      with ${from ? moveCredits(from, to, inSql) : ''} ${changeHold(kind, inSql)} account as (
        update credit_accounts set
          balance = balance + :balanceChange::integer, held = held + :heldChange::integer,
          settled_at = :settledAt, next_due_at = :nextDueAt
        where user_id = :userId
        returning balance
      )
      insert into credit_entries (
        user_id, kind, external_id, amount, captured, balance_after, lots, hold_id, job_id, image_id,
        payment, reverses, text, said, created_at
      )
      select :userId, :kind, :externalId, :balanceChange::integer, :captured::integer, account.balance,
        :parts::jsonb, :holdId::uuid, :jobId::uuid, :imageId::uuid, :payment, :reverses::bigint, :text,
        :said::jsonb, :at::timestamptz
      from account`)
  writers.set(key, writer)
  return writer
}

/** The lots and amounts of the parts, as `ONE` or `MORE` takes them. */
function lotsAndAmounts(parts: readonly LotPart[]): Pick<PostingValues, 'lots' | 'amounts'> {
  const [first, ...more] = parts
  if (first && more.length === 0) return { lots: first.lot, amounts: first.amount }
  return { lots: parts.map(({ lot }) => lot), amounts: parts.map(({ amount }) => amount) }
}

/**
 * Writes one line of the statement and moves its credits, in one database statement: lots, account and entries
 * change only here, so they cannot differ. A `hold` is made with its line, and changes with that of a `capture`. The
 * account's totals follow at once.
 * @throws the database's error for a key that was used before, and for credits that are not there (check constraints)
 */
export async function postEntry(account: Account, posting: Posting): Promise<void> {
  const { from, to, parts } = posting
  const total = totalOf(parts)
  const changeOf = (column: LotColumn) =>
    (to === column ? total : 0) - (from === column ? total : 0)
  const [balanceChange, heldChange] = [changeOf('remaining'), changeOf('held')]
  account.balance += balanceChange
  account.held += heldChange
  account.changed = true
  await writerFor(posting).run(account.tx, {
    userId: account.userId,
    kind: posting.kind,
    externalId: posting.externalId,
    balanceChange,
    heldChange,
    captured: to === 'captured' ? total : 0,
    parts: JSON.stringify(parts),
    holdId: posting.holdId ?? null,
    jobId: posting.jobId ?? null,
    imageId: posting.imageId ?? null,
    payment: posting.payment ?? null,
    reverses: posting.reverses ?? null,
    text: inEnglish(posting.text),
    said: JSON.stringify(isText(posting.text) ? posting.text : null),
    at: posting.at ?? account.now,
    settledAt: account.now,
    nextDueAt: account.nextDueAt,
    ...lotsAndAmounts(parts),
  })
}

/** A line as it stands in the statement. */
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

/** Writes a line of the statement that moves no credits, under the kind of the credits that it is about. */
export function postNote(
  account: Account,
  { externalId, text, at }: Pick<Posting, 'externalId' | 'text' | 'at'>,
): Promise<void> {
  return postEntry(account, {
    kind: 'grant',
    externalId,
    parts: [],
    from: null,
    to: 'remaining',
    text,
    at,
  })
}

/** Takes credits of lots back, in one line of the statement; where none are left to take there is no line. */
export async function postRevocation(
  account: Account,
  revocation: Pick<Posting, 'externalId' | 'parts' | 'payment' | 'text'>,
): Promise<void> {
  if (revocation.parts.length === 0) return
  await postEntry(account, { ...revocation, kind: 'revoke', from: 'remaining', to: 'revoked' })
}
