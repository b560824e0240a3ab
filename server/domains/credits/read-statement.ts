import { sql } from 'kysely'
import {
  credits as api,
  type StatementQuery,
  type UnsaidCreditEntry,
  type UnsaidStatement,
} from '#contract/credits.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { asText, readStored, t } from '#server/texts/index.ts'
import { findSpendableLots } from './lots.ts'
import { readBalance } from './read-balance.ts'
import { inSpendingOrder } from './spending-order.ts'

const DEFAULT_LIMIT = 40
const DAY_MS = 86_400_000

/** What narrows the statement; the links to other pages keep it. */
type Filter = Pick<StatementQuery, 'kind' | 'from' | 'to'>

/** `before` leads to older entries, `after` back to newer ones. */
interface Cursor {
  direction: 'before' | 'after'
  id: number
}

function parseCursor(text: string): Cursor {
  const match = /^(before|after)-(\d{1,15})$/.exec(text)
  if (!match) throw invalidField('cursor', t('common.invalidCursor'))
  return { direction: match[1] === 'after' ? 'after' : 'before', id: Number(match[2]) }
}

function linkTo(
  direction: Cursor['direction'],
  id: number | undefined,
  { limit, kind, from, to }: StatementQuery,
) {
  if (id === undefined) return null
  const query = new URLSearchParams({ cursor: `${direction}-${id}` })
  for (const [name, value] of Object.entries({ limit, kind, from, to })) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `${api.statement.path}?${query}`
}

async function findEntries(
  from: Reader,
  userId: string,
  { cursor, limit, filter }: { cursor: Cursor | null; limit: number; filter: Filter },
) {
  const towardsNewer = cursor?.direction === 'after'
  let query = from
    .selectFrom('credit_entries')
    .select(['id', 'created_at', 'kind', 'amount', 'captured', 'balance_after'])
    .select(['job_id', 'image_id', 'payment', 'text', 'said'])
    .select(sql<boolean>`said is null`.as('is_unnamed'))
    .where('user_id', '=', userId)
    // Lines of before, where nothing was left to take back.
    .where((eb) => eb.or([eb('kind', '<>', 'revoke'), eb('amount', '<>', 0)]))
    .orderBy('id', towardsNewer ? 'asc' : 'desc')
    // One more tells whether there is another page.
    .limit(limit + 1)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (filter.from) query = query.where('created_at', '>=', new Date(filter.from))
  if (filter.to) {
    query = query.where('created_at', '<=', new Date(Date.parse(filter.to) + DAY_MS - 1))
  }
  if (cursor) query = query.where('id', towardsNewer ? '>' : '<', cursor.id)
  const found = await query.execute()
  const shown = found.slice(0, limit)
  return { entries: towardsNewer ? shown.toReversed() : shown, hasMore: found.length > limit }
}

/** How many older lines are read along, because they may carry a later date than the page's oldest. */
const LOOK_BACK = 50
/** The provider tells what happened for so long; a larger gap is a clock that was set back. */
const LATEST_NEWS_MS = 3 * DAY_MS

/**
 * The lines with dates that run one way. What fell due is dated at its time, so a line may be written after one of a
 * later date, when its cause is heard of late; it is shown with the date of that one, for the balances follow the lines.
 * @param entries newest first
 */
async function inDateOrder(
  from: Reader,
  userId: string,
  entries: readonly EntryRow[],
): Promise<EntryRow[]> {
  const oldest = entries.at(-1)
  if (!oldest) return []
  const before = await from
    .selectFrom('credit_entries')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id', '<', oldest.id)
    .orderBy('id', 'desc')
    .limit(LOOK_BACK)
    .execute()
  let latest = Math.max(0, ...before.map(({ created_at: at }) => at.getTime()))
  return entries
    .toReversed()
    .map((entry) => {
      const at = entry.created_at.getTime()
      latest = latest - at > LATEST_NEWS_MS ? at : Math.max(latest, at)
      return { ...entry, created_at: new Date(latest) }
    })
    .toReversed()
}

type EntryRow = Awaited<ReturnType<typeof findEntries>>['entries'][number]

function presentEntry(row: EntryRow): UnsaidCreditEntry {
  return {
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    kind: row.kind,
    amount: row.amount,
    captured: row.captured,
    balance_after: row.balance_after,
    job: row.job_id,
    image: row.image_id,
    payment: row.payment,
    text: row.is_unnamed ? asText(row.text) : readStored(row.text, row.said),
  }
}

/** Balance, live lots in the order in which they are spent, and one page of lines, newest first. */
export async function readStatement(
  from: Reader,
  userId: string,
  page: StatementQuery,
): Promise<UnsaidStatement> {
  const cursor = page.cursor === undefined ? null : parseCursor(page.cursor)
  const { entries, hasMore } = await findEntries(from, userId, {
    cursor,
    limit: page.limit ?? DEFAULT_LIMIT,
    filter: page,
  })
  const hasOlder = cursor?.direction === 'after' ? true : hasMore
  const hasNewer = cursor?.direction === 'after' ? hasMore : cursor !== null
  const lots = inSpendingOrder(await findSpendableLots(from, userId))
  return {
    ...(await readBalance(from, userId)),
    lots: lots.map((lot) => ({
      id: lot.id,
      kind: lot.kind,
      remaining: lot.available,
      expires_at: lot.expiresAt?.toISOString() ?? null,
    })),
    next: hasOlder ? linkTo('before', entries.at(-1)?.id, page) : null,
    previous: hasNewer ? linkTo('after', entries[0]?.id, page) : null,
    results: (await inDateOrder(from, userId, entries)).map(presentEntry),
  }
}
