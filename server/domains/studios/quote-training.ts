import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Quote, TrainingCall } from '#contract/quotes.ts'
import type { CallQuoter, QuotedCall } from '#server/domains/generation/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { StudiosDeps } from './deps.ts'
import { presentOwn } from './present-training.ts'
import { isStartable, priceOf, readOwn } from './store.ts'

/** A request to start a training, with the id of the quote whose price it accepts. */
export interface QuotedStart {
  id: string
  quote: string | undefined
}

const callOf = ({ id, quote }: QuotedStart): QuotedCall => ({
  call: 'start_training',
  training: id,
  quote,
})

/** `lora_trainings/ID/start_training/` */
export function createQuoter(deps: Pick<StudiosDeps, 'db' | 'quotes'>): CallQuoter {
  return ({ userId }, request) =>
    isTrainingCall(request) ? quoteTraining(deps, userId, request.call.split('/')[1] ?? '') : null
}

const isTrainingCall = (request: Parameters<CallQuoter>[1]): request is TrainingCall =>
  /^lora_trainings\/[^/]+\/start_training\/?$/.test(request.call)

/** What a start would cost, binding for ten minutes. @throws {AppError} `not_found`, `conflict` */
async function quoteTraining(
  { db, quotes }: Pick<StudiosDeps, 'db' | 'quotes'>,
  userId: string,
  id: string,
): Promise<Quote> {
  const training = await readOwn(db.kysely, userId, id)
  if (!isStartable(training)) {
    throw userError('conflict', 'This training was started already.')
  }
  const lines = [{ label: 'Training', amount: priceOf(training) }]
  return quotes().quote(userId, callOf({ id, quote: undefined }), { lines, images: 0 })
}

/** Credits at most for a start, as its quote promised; undefined: it names none. @throws {AppError} those of quotes */
export async function redeemStart(
  { quotes }: Pick<StudiosDeps, 'quotes'>,
  tx: Tx,
  userId: string,
  asked: QuotedStart,
): Promise<number | undefined> {
  return (await quotes().redeem(tx, userId, callOf(asked), asked.id))?.cost
}

/** The training that this very quote has started, as it is now; null: it has started none. @throws {AppError} `not_found` */
export async function findStarted(
  deps: Pick<StudiosDeps, 'quotes' | 'media' | 'leastLikeness'>,
  reader: Reader,
  userId: string,
  asked: QuotedStart,
): Promise<LoraTraining | null> {
  const id = await deps.quotes().usedFor(reader, userId, callOf(asked))
  return id === null ? null : presentOwn(deps, reader, await readOwn(reader, userId, id))
}
