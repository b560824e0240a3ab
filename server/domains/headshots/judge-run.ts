import { sql } from 'kysely'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import type { ReturnReason } from '#server/domains/billing/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'

/** How the shots of a set stand. */
export interface ShotCounts {
  /** At least one. */
  shots: number
  /** Of these shots, those that passed in time. */
  passed: number
  /** Those that have not passed and still may. */
  open: number
  /** Those that have not passed because their owner ended them. */
  canceled: number
  /** Whether anything was delivered. */
  hasDelivered: boolean
}

/**
 * Whether a card payment stays: three quarters of the shots are to pass in time. It is told as soon as nothing can change
 * it. What somebody ended who had images by then counts as if it had passed: nobody gets both.
 * @returns null while it is open
 */
export function verdictOf(counts: ShotCounts): 'kept' | 'returned' | null {
  const { shots, passed, open, canceled, hasDelivered } = counts
  const good = passed + (hasDelivered ? canceled : 0)
  const isEnough = (number: number) => 100 * number >= HEADSHOT_SET.passPercent * shots
  if (isEnough(good)) return 'kept'
  return isEnough(good + open) ? null : 'returned'
}

/** A shot that was drawn in time may be compared a while after. */
const GRACE = sql`interval '1 hour'`

/** How a paid set stands; past its deadline, or when it is over, nothing is open. `pending`: those still to be drawn. */
async function countShots(
  tx: Tx,
  { id, status }: Pick<RunRow, 'id' | 'status'>,
  isCut: boolean,
): Promise<ShotCounts & { pending: number }> {
  const hours = sql.lit(HEADSHOT_SET.passHours)
  const { rows } = await sql<ShotCounts & { pending: number; is_late: boolean }>`
    with judged as (
      select s.*, r.paid_at + make_interval(hours => ${hours}) as until
      from headshot_shots s join headshot_runs r on r.id = s.run_id where r.id = ${id}
    )
    select count(*)::int as shots,
      count(*) filter (where passed_at <= until)::int as passed,
      count(*) filter (where passed_at is null and canceled)::int as canceled,
      count(*) filter (where (passed_at is null or passed_at > until) and not canceled)::int as open,
      count(*) filter (where passed_at is null and status in ('waiting', 'drawing'))::int as pending,
      bool_or(status = 'ready' or passed_at is not null) as "hasDelivered",
      bool_or(until + ${isCut ? GRACE : sql`interval '0'`} <= money_now()) as is_late
    from judged`.execute(tx)
  const { is_late: isLate, ...counts } = rows[0]!
  const isOver = status === 'done' || status === 'failed'
  return isLate || isOver ? { ...counts, open: 0 } : counts
}

async function decide(
  { billing }: Pick<HeadshotsDeps, 'billing'>,
  tx: Tx,
  run: RunRow,
  { verdict, reason }: { verdict: 'kept' | 'returned'; reason: ReturnReason },
): Promise<void> {
  const mine = await tx
    .updateTable('headshot_runs')
    .set({ verdict })
    .where('id', '=', run.id)
    .where('verdict', 'is', null)
    .returning('payment_id')
    .executeTakeFirst()
  if (!mine || mine.payment_id === null || verdict === 'kept') return
  await billing.oweBack(tx, { paymentId: mine.payment_id, reason })
}

/**
 * Decides about the card payment of a set, once, as soon as that can be known; what goes back is owed in the same
 * transaction.
 * @param isCut its steps could not be taken this time, so that a shot may be drawn that is not compared
 */
export async function judgeRun(
  deps: Pick<HeadshotsDeps, 'db' | 'billing'>,
  { id }: Pick<RunRow, 'id'>,
  isCut: boolean,
): Promise<void> {
  const isReturned = await transact(deps.db, async (tx) => {
    const run = await tx
      .selectFrom('headshot_runs')
      .selectAll()
      .where('id', '=', id)
      .where('payment_id', 'is not', null)
      .where('verdict', 'is', null)
      // Nobody takes it on meanwhile.
      .forUpdate()
      .executeTakeFirst()
    if (!run) return false
    const counts = await countShots(tx, run, isCut)
    const verdict = verdictOf(counts)
    if (verdict === null) return false
    const reason = counts.hasDelivered ? 'few_passed' : 'not_made'
    await decide(deps, tx, run, { verdict, reason })
    return verdict === 'returned'
  })
  if (isReturned) await deps.billing.returnOwed()
}

/**
 * The same for a set that its owner ends, in the transaction that ends it: what is open then is as if it had been made,
 * unless nothing was.
 */
export async function judgeCanceled(
  deps: Pick<HeadshotsDeps, 'billing'>,
  tx: Tx,
  run: RunRow,
): Promise<void> {
  if (run.payment_id === null || run.verdict !== null) return
  const counts = await countShots(tx, run, false)
  const { pending, canceled, hasDelivered } = counts
  const verdict = verdictOf({ ...counts, open: 0, canceled: canceled + pending }) ?? 'returned'
  await decide(deps, tx, run, { verdict, reason: hasDelivered ? 'few_passed' : 'canceled' })
}
