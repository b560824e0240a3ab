import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** Beyond it dates have five digits, which no calendar here reads; and the clock never goes back. */
const LAST_YEAR = 2199
const MOST_SECONDS = 1e10

const tooFar = () => userError('invalid', t('console.clockTooFar', { year: LAST_YEAR }))

const UNIT_SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 }

/**
 * Moves the billing clock forward, for trials with test payments: `31d`, `12h`, `1d12h`.
 * @returns the billing clock after it
 * @throws {AppError} `invalid` for anything else, and for more than there is
 */
export async function advanceClock(db: Db, span: string): Promise<Date> {
  if (!/^(\d{1,12}[wdhms])+$/.test(span)) {
    throw userError('invalid', t('console.notASpan', { span }))
  }
  const seconds = [...span.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_SECONDS[unit] ?? 0),
    0,
  )
  // The database would not know so long a span.
  if (seconds > MOST_SECONDS) throw tooFar()
  const { rows } = await sql<{ now: Date }>`
    with moved as (
      update clock_offset set amount = amount + make_interval(secs => ${seconds})
      where extract(year from now() + amount + make_interval(secs => ${seconds})) <= ${LAST_YEAR}
      returning amount
    )
    select date_trunc('milliseconds', now() + amount) as now from moved`.execute(db.kysely)
  const [row] = rows
  if (!row) throw tooFar()
  return row.now
}
