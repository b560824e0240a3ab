import { sql } from 'kysely'
import type { UnsaidTraining } from '#contract/lora-trainings.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { laneName } from '#server/engines/spec/index.ts'
import {
  type OpenOrder,
  ownParty,
  readsNothing,
  requireVerified,
} from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { requireConsent } from './consent-answers.ts'
import type { StudiosDeps } from './deps.ts'
import type { UnsaidFinding } from './coach/say-of-pixels.ts'
import { judge, publishTraining } from './present-training.ts'
import { callOf, findStarted, type QuotedStart } from './quote-training.ts'
import { sendToLane } from './run/lane.ts'
import {
  countSlots,
  isStartable,
  lockOwn,
  type PhotoRow,
  photosOf,
  priceOf,
  readOwn,
  type TrainingRow,
} from './store.ts'

/** How a training is started. */
export interface Start {
  id: string
  waive: readonly string[] | undefined
  /** Credits at most, as a quote promised. */
  most?: number | undefined
  /** Whether faces are compared at its end; left out: they are. */
  likeness?: boolean | undefined
}

/**
 * Holds the price of a training, at most what its quote promised, and has it begin. Of two calls at once one starts it; the
 * other finds it started, and with the same quote answers the same.
 * @throws {AppError} those of quotes, and as {@link checkStart} and {@link begin}
 */
export async function startTraining(
  deps: StudiosDeps,
  caller: Caller,
  { waive, likeness, ...asked }: Pick<Start, 'waive' | 'likeness'> & QuotedStart,
): Promise<UnsaidTraining> {
  const { userId } = caller
  const known = await findStarted(deps, deps.db.kysely, userId, asked)
  if (known) return known
  await checkStart(deps, caller, asked.id)
  return deps.orders.place(ownParty(userId), {
    read: (tx) => findStarted(deps, tx, userId, asked),
    async place(tx, order, winner) {
      if (winner) return winner
      const promised = await order.redeem(callOf(asked), asked.id)
      const most = promised?.cost
      return begin(deps, tx, userId, { id: asked.id, waive, likeness, most, order })
    },
  })
}

/** As {@link startTraining}, as a part of another order: in its transaction, with a hold apart. */
export const startWithin = (
  deps: StudiosDeps,
  tx: Tx,
  userId: string,
  start: Start,
): Promise<UnsaidTraining> =>
  deps.orders.place(
    ownParty(userId),
    {
      read: readsNothing,
      place: (_tx, order) => begin(deps, tx, userId, { ...start, order }),
    },
    tx,
  )

/** Starts one that is paid in money: nothing is held, and it takes no place of the month. */
export const startPaid = (
  deps: StudiosDeps,
  tx: Tx,
  userId: string,
  id: string,
): Promise<UnsaidTraining> => begin(deps, tx, userId, { id, waive: undefined, order: null })

/**
 * What can be asked before anything is locked.
 * @throws {AppError} `not_found`, `email_not_verified`, `unavailable`
 */
export async function checkStart(
  deps: Pick<StudiosDeps, 'db' | 'engines'>,
  { userId, emailVerified }: Caller,
  id: string,
): Promise<void> {
  const { engine, original_model_version: model } = await readOwn(deps.db.kysely, userId, id)
  requireVerified({ emailVerified })
  const models = (await deps.engines.get(engine)?.training?.models()) ?? []
  if (!models.includes(model)) {
    throw new AppError('unavailable', `Nobody trains ${model}`, {
      userMessage: t('studios.modelNotTrainedNow'),
    })
  }
}

/**
 * Has a training begin.
 * @param start.order that it is paid by; null: it is paid in money
 * @throws {AppError} `not_found`, `conflict` when it was started before or waits for a person's consent, `invalid` on `images`
 * for photos that will not do, `age_statement_required`, `plan_required`, `account_limited`, `not_enough_credits`
 */
async function begin(
  deps: StudiosDeps,
  tx: Tx,
  userId: string,
  { id, waive, likeness = true, most = Infinity, order }: Start & { order: OpenOrder | null },
): Promise<UnsaidTraining> {
  const training = await requireReady(deps, tx, userId, { id, waive })
  // Whatever is paid is refused where its price is held; what was paid in money goes on.
  if (training.is_free && order) await requireUnlimited(tx, userId)
  const number = training.starts + 1
  const amount = training.is_free || !order ? null : Math.min(priceOf(training), most)
  const holdId =
    amount === null || !order ? null : await hold(deps, tx, training, { order, number, amount })
  const row = await tx
    .updateTable('lora_trainings')
    .set({
      status: 'Pending',
      starts: number,
      hold_id: holdId,
      price: amount,
      slot_at: amount === null ? null : sql<Date>`money_now()`,
      likeness: null,
      checks_likeness: likeness,
      failures: 0,
      heartbeat_at: null,
      progress: null,
      curve: '[]',
      samples: '[]',
      cut_outs: '[]',
      checkpoint_key: null,
      checkpoint_step: null,
      state_key: null,
      is_stopped: false,
      error: null,
      cost: null,
      started_at: null,
      finished_at: null,
    })
    .where('id', '=', id)
    .where('status', '=', training.status)
    .returningAll()
    .executeTakeFirstOrThrow()
  await sendToLane(deps.queue, tx, { lane: laneName(training.engine, 'training'), training: id })
  return publishTraining(deps, tx, row)
}

/**
 * Locks a training that could be started now.
 * @throws {AppError} `not_found`, `conflict`, `invalid` on `images`, `age_statement_required`
 */
export async function requireReady(
  deps: Pick<StudiosDeps, 'consents'>,
  tx: Tx,
  userId: string,
  { id, waive }: Pick<Start, 'id' | 'waive'>,
): Promise<TrainingRow> {
  const training = await lockOwn(tx, userId, id)
  if (!isStartable(training)) {
    throw userError('conflict', t('studios.startedAlready'))
  }
  await requireConsent(tx, training)
  const photos = await photosOf(tx, [training.id])
  requirePhotos(training, photos, waive)
  await requireAge(deps, tx, training, photos)
  return training
}

/** Takes a place of the month and holds the price. @throws {AppError} `plan_required`, `not_enough_credits` */
async function hold(
  deps: StudiosDeps,
  tx: Tx,
  { id, user_id: userId, project_name: name }: TrainingRow,
  { order, number, amount }: { order: OpenOrder; number: number; amount: number },
): Promise<string> {
  // The account is locked, so that of starts at once no more get a place than there are.
  await requirePlace(deps, tx, userId)
  return order.hold({
    amount,
    externalId: `training:${id}:${number}`,
    text: t('statement.training', { name }),
  })
}

/**
 * Has it stated who is in the photos of a person where a face looks young.
 * @throws {AppError} `age_statement_required`
 */
async function requireAge(
  { consents }: Pick<StudiosDeps, 'consents'>,
  tx: Tx,
  { id, user_id: userId, object_type: object, consent_subject: subject }: TrainingRow,
  photos: readonly PhotoRow[],
): Promise<void> {
  if (object !== 'person' || subject === 'child' || photos.every(({ look }) => !look.young)) return
  if ((await consents.peopleIn(tx, userId, [id])).has(id)) return
  throw userError('age_statement_required', t('studios.mayLookYoung'), { extra: { about: [id] } })
}

function requirePhotos(
  training: TrainingRow,
  photos: readonly PhotoRow[],
  waive: readonly string[] | undefined,
): void {
  const verdict = judge(training, photos)
  const isInTheWay = ({ level, code }: UnsaidFinding) =>
    level === 'red' || (level === 'amber' && waive !== undefined && !waive.includes(code))
  const messages = [
    ...verdict.findings.filter(isInTheWay).map(({ message }) => message),
    ...photos.flatMap(({ id }, at) =>
      (verdict.photos.get(id) ?? [])
        .filter(isInTheWay)
        .map(({ message: said }) => t('studios.ofPhoto', { number: at + 1, said })),
    ),
  ]
  if (messages.length === 0) return
  throw new AppError('invalid', 'The photos will not do', { fields: { images: messages } })
}

async function requirePlace({ billing }: StudiosDeps, tx: Tx, userId: string): Promise<void> {
  const { plan, models, since } = await billing.trainingTermsOf(tx, userId)
  if (models === 0) {
    throw new AppError('plan_required', `The plan ${plan} trains no models`, {
      userMessage: t('studios.needsStarterPlan'),
    })
  }
  if ((await countSlots(tx, userId, since)) < models) return
  throw new AppError('plan_required', `All ${models} models of the month are trained`, {
    userMessage: t('studios.trainingsUsedUp', { count: models }),
  })
}
