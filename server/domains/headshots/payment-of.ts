import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { orderCheckouts, payments } from '#server/domains/billing/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { RunRow, ShotRow } from './deps.ts'

const HOUR_MS = 3_600_000
const CURRENCY = 'usd'

export interface CardState {
  refunded: number
  /** Its bank has asked for it back, and nobody has decided yet. */
  isDisputed: boolean
  /** Nothing of it is left here. */
  isGone: boolean
}

/** How the card payment of a set stands at the provider; null: there is none. */
export async function readCardState(
  from: Reader,
  { payment_id: id }: Pick<RunRow, 'payment_id'>,
): Promise<CardState | null> {
  if (id === null) return null
  const payment = await from
    .selectFrom(payments.as('p'))
    .select(['amount', 'refunded', 'disputed', 'dispute_status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const { amount, refunded, disputed } = payment
  return {
    refunded: Math.min(amount, refunded + disputed),
    isDisputed: payment.dispute_status === 'open',
    isGone: refunded + disputed >= amount,
  }
}

/** The page where an unpaid set is paid; null once that is over. */
async function payPage(from: Reader, { id, status }: RunRow): Promise<string | null> {
  if (status !== 'unpaid') return null
  const open = await from
    .selectFrom(orderCheckouts.as('c'))
    .select('url')
    .where('reference', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return open?.url ?? null
}

/** What the API tells of paying by card; null for a set that is paid by credits. */
export async function presentPayment(
  from: Reader,
  run: RunRow,
  shots: readonly Pick<ShotRow, 'passed_at'>[],
): Promise<HeadshotRun['payment']> {
  const { price, paid_at: paidAt, verdict } = run
  if (price === null) return null
  const until = paidAt && new Date(paidAt.getTime() + HEADSHOT_SET.passHours * HOUR_MS)
  return {
    amount: price,
    currency: CURRENCY,
    url: await payPage(from, run),
    judged_at: until?.toISOString() ?? null,
    passed: shots.filter(({ passed_at: at }) => until && at && at <= until).length,
    verdict,
    refunded: (await readCardState(from, run))?.refunded ?? 0,
  }
}
