import { sql } from 'kysely'
import { lockUnchanged } from '#server/domains/accounts/index.ts'
import { type Db, readMoneyTime, transact, type Tx } from '#server/platform/db/index.ts'
import { lockAccount } from './account.ts'
import { announce } from './announce.ts'
import { applyDueEntries } from './apply-due-entries.ts'
import { addDays, isoDate } from './calendar.ts'
import type { CreditContext } from './context.ts'
import { type Count, countsOf, lineOf, lockCount, nameOf, placesSince } from './free-line.ts'
import type { FreePolicy } from './free-policy.ts'
import { tellSooner } from './tell-wait.ts'

/** Places that are looked at in one go, the nearest; those behind them move up at the next. */
const MOST_PLACES = 10_000
const MOST_LINES = 1000

interface Place {
  userId: string
  network: string
  dueAt: Date
  /** May move forward. */
  isWaiting: boolean
}

interface Move {
  userId: string
  from: Date
  to: Date
}

async function readPlaces(tx: Tx, now: Date, of: Count['of']): Promise<Place[]> {
  const rows = await placesSince(tx, now, of)
    .select(['user_id', 'network', 'due_at', 'decided_through'])
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(MOST_PLACES)
    .execute()
  return rows.flatMap(({ user_id: userId, network, due_at: dueAt, decided_through: decided }) =>
    network === null
      ? []
      : [{ userId, network, dueAt, isWaiting: decided === null && dueAt > now }],
  )
}

/** Finds for each place that waits, the nearest first, the first day before its own on which every count has room. */
function findMoves(places: readonly Place[], now: Date, free: FreePolicy): Move[] {
  const taken = new Map<string, number>()
  const keys = (network: string, day: string) =>
    countsOf(network, free).map(({ of, most }) => ({ key: `${day} ${nameOf(of)}`, most }))
  const count = (network: string, at: Date, change: 1 | -1) => {
    for (const { key } of keys(network, isoDate(at))) taken.set(key, (taken.get(key) ?? 0) + change)
  }
  for (const { network, dueAt } of places) count(network, dueAt, 1)
  const isFull = (network: string, day: Date) =>
    keys(network, isoDate(day)).some(({ key, most }) => (taken.get(key) ?? 0) >= most)
  const moves: Move[] = []
  /** By network: every day before is full. A move frees the day that it leaves, which is no earlier than any of these. */
  const firstDays = new Map<string, Date>()
  for (const { userId, network, dueAt } of places.filter(({ isWaiting }) => isWaiting)) {
    let day = firstDays.get(network) ?? now
    while (isoDate(day) < isoDate(dueAt) && isFull(network, day)) day = addDays(day, 1)
    firstDays.set(network, day)
    const days = Math.round((Date.parse(isoDate(dueAt)) - Date.parse(isoDate(day))) / 86_400_000)
    if (days <= 0) continue
    // The same time of the day; today at once.
    const to = day === now ? now : addDays(dueAt, -days)
    count(network, dueAt, -1)
    count(network, to, 1)
    moves.push({ userId, from: dueAt, to })
  }
  return moves
}

/** Moves one account forward and tells it; one that was served or put aside meanwhile is left alone. */
async function move(tx: Tx, context: CreditContext, { userId, from, to }: Move): Promise<void> {
  const account = await lockAccount(tx, userId)
  const { numUpdatedRows } = await tx
    .updateTable('free_credits')
    .set({ due_at: to })
    .where('user_id', '=', userId)
    .where('due_at', '=', from)
    .where('decided_through', 'is', null)
    .where('aside_since', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await applyDueEntries(account, context)
  if (to > account.now) await tellSooner(account, context, to)
  announce(account, context)
}

/**
 * Finds the moves, without people whose account is limited, banned or deleted at this moment: that waits for the lock of the line,
 * so it must not be waited for. It moves the line up itself.
 */
async function findFreeMoves(tx: Tx, context: CreditContext, of: Count['of']): Promise<Move[]> {
  const now = await readMoneyTime(tx)
  const places = await readPlaces(tx, now, of)
  for (;;) {
    const moves = findMoves(places, now, context.free)
    if (moves.length === 0) return []
    const unchanged = await lockUnchanged(
      tx,
      moves.map(({ userId }) => userId),
    )
    const busy = new Set(moves.map(({ userId }) => userId).filter((id) => !unchanged.has(id)))
    if (busy.size === 0) return moves
    for (const place of places) if (busy.has(place.userId)) place.isWaiting = false
  }
}

/** Lets those who wait for free credits move up to places that are free, in a transaction that has locked their line. */
export async function moveUpLine(tx: Tx, context: CreditContext, of: Count['of']): Promise<void> {
  const moves = await findFreeMoves(tx, context, of)
  // In the order in which all lock several accounts.
  for (const one of moves.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)))
    await move(tx, context, one)
}

/** Returns the lines of these networks, each once, in the order in which all lock them. */
export function linesOf(networks: readonly string[], free: FreePolicy): Count['of'][] {
  const lines = new Map(
    networks.map((network) => lineOf(network, free)).map((of) => [nameOf(of), of]),
  )
  return [...lines.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** Moves the line up wherever somebody waits: places that buyers left, and higher limits. Safe to repeat. */
export async function moveUpAllLines(db: Db, context: CreditContext): Promise<void> {
  const rows = await db.kysely
    .selectFrom('free_credits')
    .select('network')
    .distinct()
    .where('network', 'is not', null)
    .where('aside_since', 'is', null)
    .where('decided_through', 'is', null)
    .where('due_at', '>', sql<Date>`money_now()`)
    .limit(MOST_LINES)
    .execute()
  const networks = rows.flatMap(({ network }) => (network === null ? [] : [network]))
  for (const of of linesOf(networks, context.free)) {
    await transact(db, async (tx) => {
      await lockCount(tx, of)
      await moveUpLine(tx, context, of)
    })
  }
}
