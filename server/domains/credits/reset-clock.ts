import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import { OperatorError } from '#lib/operator-error.ts'

const DAY_SECONDS = 86_400

/** How far the billing clock is ahead, in seconds; 0 in production. */
async function readOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from amount)::float8 as seconds from clock_offset`.execute(db.kysely)
  return rows[0]?.seconds ?? 0
}

function spanText(seconds: number): string {
  const days = seconds / DAY_SECONDS
  return days >= 1 ? `${Math.round(days)} days` : `${Math.ceil(seconds / 60)} minutes`
}

/**
 * With real payments the clock is real: credits bought on a clock that is ahead would expire too early or at once.
 * @throws {OperatorError} while an offset of earlier trials is stored
 */
export async function requireRealClock(db: Db): Promise<void> {
  const ahead = await readOffset(db)
  if (ahead === 0) return
  throw new OperatorError(
    `The clock of credits and plans is ${spanText(ahead)} ahead, from trials with test payments, and STRIPE_SECRET_KEY is set. ` +
      'Run npm run atelier -- clock reset first; it says what it changes.',
  )
}

export interface ClockReset {
  /** The billing clock before and after. */
  from: Date
  to: Date
  /** What was written on the clock that was ahead, and stays as it is. */
  linesAhead: number
  lotsExpiredAhead: number
  freeMonthsAhead: number
}

/** Sets the billing clock back to the real clock. Nothing else is changed; the result tells what is dated after now. */
export async function resetClock(db: Db): Promise<ClockReset> {
  const { rows } = await sql<ClockReset>`
    with before as (select money_now() as at from clock_offset),
    reset as (update clock_offset set amount = interval '0' returning amount)
    select before.at as "from", now() as "to",
      (select count(*)::integer from credit_entries where created_at > now()) as "linesAhead",
      (select count(*)::integer from credit_entries where kind = 'expire' and created_at > now()) as "lotsExpiredAhead",
      (select count(*)::integer from free_grants where month > now()) as "freeMonthsAhead"
    from before, reset`.execute(db.kysely)
  const [done] = rows
  if (!done) throw new Error('There is no clock')
  return done
}
