import type { UnsaidTraining } from '#contract/lora-trainings.ts'
import type { UnsaidQuote, TrainingCall } from '#contract/quotes.ts'
import {
  type CallQuoter,
  findQuoteUse,
  type Quoted,
  quotedCall,
} from '#server/domains/orders/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from './deps.ts'
import { presentOwn } from './present-training.ts'
import { isStartable, priceOf, readOwn } from './store.ts'

/** A request to start a training, with the id of the quote whose price it accepts. */
export interface QuotedStart {
  id: string
  quote: string | undefined
}

/** What a quote of a start binds. */
export const callOf = ({ id, quote }: QuotedStart): Quoted =>
  quotedCall({ call: 'start_training', training: id, quote })

/** `lora_trainings/ID/start_training/` */
export function createQuoter(deps: Pick<StudiosDeps, 'db' | 'orders'>): CallQuoter {
  return ({ userId }, request) =>
    isTrainingCall(request) ? quoteTraining(deps, userId, request.call.split('/')[1] ?? '') : null
}

const isTrainingCall = (request: Parameters<CallQuoter>[1]): request is TrainingCall =>
  /^lora_trainings\/[^/]+\/start_training\/?$/.test(request.call)

/** What a start would cost, binding for ten minutes. @throws {AppError} `not_found`, `conflict` */
async function quoteTraining(
  { db, orders }: Pick<StudiosDeps, 'db' | 'orders'>,
  userId: string,
  id: string,
): Promise<UnsaidQuote> {
  const training = await readOwn(db.kysely, userId, id)
  if (!isStartable(training)) {
    throw userError('conflict', t('studios.startedAlready'))
  }
  const lines = [{ label: t('prices.training'), amount: priceOf(training) }]
  return orders.quote(userId, callOf({ id, quote: undefined }).requestHash(), { lines })
}

/** The training that this very quote has started, as it is now; null: it has started none. @throws {AppError} `not_found` */
export async function findStarted(
  deps: Pick<StudiosDeps, 'media' | 'leastLikeness'>,
  reader: Reader,
  userId: string,
  asked: QuotedStart,
): Promise<UnsaidTraining | null> {
  const id = await findQuoteUse(reader, userId, callOf(asked))
  return id === null ? null : presentOwn(deps, reader, await readOwn(reader, userId, id))
}
