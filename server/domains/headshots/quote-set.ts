import type { HeadshotCall, UnsaidQuote } from '#contract/quotes.ts'
import { prices } from '#server/domains/billing/index.ts'
import {
  type CallQuoter,
  findQuoteUse,
  leastPrice,
  type OpenOrder,
  type Promised,
  type QuoteAsker,
  type Quoted,
  quotedCall,
} from '#server/domains/orders/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { type AppError, userError } from '#server/platform/errors.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { readStudio, requireCardPrice, type SetOrder } from './check-order.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'

/** What a quote of a set binds: whose photos, what is to be seen, and how it is paid. */
const callOf = ({ waive: _waive, id, ...order }: SetOrder): Quoted =>
  quotedCall({ call: 'payment_headshot', training: id, ...order })

/** `lora_trainings/ID/payment_headshot/` */
export function createQuoter(deps: HeadshotsDeps): CallQuoter {
  return (asker, request) => {
    if (!isSetCall(request)) return null
    return quoteSet(deps, asker, { ...request.body, id: request.call.split('/')[1] ?? '' })
  }
}

const isSetCall = (request: Parameters<CallQuoter>[1]): request is HeadshotCall =>
  /^lora_trainings\/[^/]+\/payment_headshot\/?$/.test(request.call)

/**
 * What a set would cost, binding for ten minutes: its training, where that is still to come, and its shots; or all of it in
 * money.
 * @throws {AppError} `not_found`, `conflict`, `invalid`, `unavailable`
 */
async function quoteSet(
  deps: HeadshotsDeps,
  { userId, host }: QuoteAsker,
  order: SetOrder,
): Promise<UnsaidQuote> {
  const studio = await readStudio(deps, userId, order.id)
  const { requestHash } = callOf(order)
  if (order.pay_by === 'card') {
    const cents = requireCardPrice(deps, { host, studio, order })
    return deps.orders.quote(userId, requestHash(), { lines: [], cents })
  }
  const { startCost: training } = studio
  const lines = [
    ...(training === null ? [] : [{ label: TRAINING_LINE, amount: training }]),
    {
      label: t('prices.headshots', { count: order.shots }),
      amount: order.shots * prices().headshot,
    },
  ]
  return deps.orders.quote(userId, requestHash(), { lines })
}

const TRAINING_LINE = t('prices.training')

/** Credits at most, of a training, and of each shot. */
export interface SetPrice {
  training: number
  shot: number
}

/**
 * What an order pays: what its quote promised, or less where less is asked today; without a quote today's prices.
 * @param options.trains whether its training is still to come
 * @throws {AppError} `quote_mismatch` for a quote of shots alone where a training is to come, and those of quotes
 */
export async function redeemPrice(
  open: OpenOrder,
  { order, run, trains }: Redeemed & { trains: boolean },
): Promise<SetPrice> {
  const promised = await open.redeem(callOf(order), run)
  if (!promised) return { training: Infinity, shot: prices().headshot }
  const shots = promised.lines.at(-1)?.amount ?? 0
  const training = promised.lines.find(({ label }) => label === inEnglish(TRAINING_LINE))
  if (trains && !training) throw changed()
  return {
    training: training?.amount ?? 0,
    shot: leastPrice(prices().headshot, Math.floor(shots / order.shots)),
  }
}

/** Cents that the quote of an order by card promised; null: it has none. @throws {AppError} those of quotes */
export async function redeemCents(
  open: OpenOrder,
  { order, run }: Redeemed,
): Promise<Promised['cents']> {
  return (await open.redeem(callOf(order), run))?.cents ?? null
}

interface Redeemed {
  order: SetOrder
  /** The set that it is redeemed for. */
  run: string
}

export const changed = (): AppError => userError('quote_mismatch', t('headshots.priceChanged'))

/** The set that was ordered by this very quote, if it is still there. */
export async function findOrdered(
  reader: Reader,
  userId: string,
  order: SetOrder,
): Promise<RunRow | undefined> {
  const id = await findQuoteUse(reader, userId, callOf(order))
  if (id === null) return undefined
  return reader
    .selectFrom('headshot_runs')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
