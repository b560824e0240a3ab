import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { countHours } from './count-hours.ts'

const HOUR_MS = 3_600_000
/** What ends in an hour is written within this time after it. */
const SETTLED_MS = 5 * 60_000
/** Hours that are counted by one statement. */
const AT_ONCE = 31 * 24

export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)

/** When the first hour begins that is not written yet; null: none is. */
export async function writtenUntil(reader: Reader): Promise<Date | null> {
  const { last } = await reader
    .selectFrom('hourly_metrics')
    .select((eb) => eb.fn.max('hour').as('last'))
    .executeTakeFirstOrThrow()
  return last && new Date(last.getTime() + HOUR_MS)
}

/** Hours from the first account on. */
async function firstHour(reader: Reader): Promise<Date | null> {
  const { first } = await reader
    .selectFrom(people.as('p'))
    .select((eb) => eb.fn.min('p.created_at').as('first'))
    .executeTakeFirstOrThrow()
  return first && hourOf(first)
}

/**
 * Writes the hours that are over and not written yet. Safe to repeat; an hour is written once.
 * @param again writes all hours again from this one on: for rows that were made with times of long ago
 */
export async function foldHours(
  { db: { kysely }, engineCentsPerHour }: { db: Db; engineCentsPerHour: number },
  again?: Date,
): Promise<void> {
  const end = hourOf(new Date(Date.now() - SETTLED_MS))
  if (again) await kysely.deleteFrom('hourly_metrics').where('hour', '>=', hourOf(again)).execute()
  let from = (await writtenUntil(kysely)) ?? (await firstHour(kysely))
  while (from && from < end) {
    const to = new Date(Math.min(end.getTime(), from.getTime() + AT_ONCE * HOUR_MS))
    await sql`
      insert into hourly_metrics (hour, kind, engine, jobs, succeeded, failed, canceled, blocked, images,
        wait_p50, wait_p95, engine_seconds, cost_cents, credits, sign_ups, paid_count, revenue_cents)
      ${countHours({ from, to }, engineCentsPerHour)}
      on conflict (hour, kind, engine) do nothing`.execute(kysely)
    from = to
  }
}
