import { sql } from 'kysely'
import { expireUnpaid } from './order-by-card.ts'
import { judgeRun } from './judge-run.ts'
import { readCardState } from './payment-of.ts'
import { isBanned } from '#server/domains/accounts/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { storeFailure, t, type Text } from '#server/texts/index.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { settleShots } from './settle-shots.ts'
import { orderOf, requirePainter } from './shot-order.ts'

/** A set that nobody can draw for so long ends, and its credits come back. */
const GIVE_UP_MS = 24 * 3600_000

/**
 * Takes every set that is not over one step on. Each step is one compare-and-set in the transaction of what comes of it, so
 * that it happens once, whoever else does the same and whenever this is cut off.
 */
export async function advanceRuns(deps: HeadshotsDeps): Promise<void> {
  await deps.sweeper.sweep({
    kind: 'sets of headshots',
    find: (setAside) => findRuns(deps, setAside),
    idOf: ({ id }) => id,
    act: (run) => advanceOne(deps, run),
  })
  await expireUnpaid(deps.db)
}

/** Sets that are not over, and those of which shots were taken again since. */
const findRuns = ({ db }: HeadshotsDeps, setAside: readonly string[]): Promise<RunRow[]> =>
  db.kysely
    .selectFrom('headshot_runs')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['paid', 'training', 'drawing']),
        eb.and([eb('payment_id', 'is not', null), eb('verdict', 'is', null)]),
        eb.and([
          eb('status', '=', 'done'),
          eb('id', 'in', (from) =>
            from.selectFrom('headshot_shots').select('run_id').where('status', '=', 'drawing'),
          ),
        ]),
      ]),
    )
    .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
    .orderBy('id')
    .execute()

async function advanceOne(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const [step] = await Promise.allSettled([takeStep(deps, run)])
  const isCut = step.status === 'rejected'
  if (run.payment_id !== null && run.verdict === null) await judgeRun(deps, run, isCut)
  if (isCut) throw step.reason
}

/** How a set goes on, by its state. */
async function takeStep(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const { status } = run
  if (status !== 'paid' && status !== 'training') return drawOn(deps, run)
  const card = await readCardState(deps.db.kysely, run)
  if (run.verdict === 'returned') return failRun(deps, run, TOO_LATE)
  if (card?.isGone) return failRun(deps, run, PAYMENT_GONE)
  if (card?.isDisputed) return
  await (status === 'paid' ? beginTraining(deps, run) : beginDrawing(deps, run))
}

/** Starts the studio of a set that was paid by card, unless it was trained or begun by another way. */
async function beginTraining(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const { user_id: userId, lora_training_id: id } = run
  const studio = await deps.studios.stateOf(userId, id)
  if (!studio) return failRun(deps, run, NOT_TRAINED)
  const isNew = studio.status === 'Not Started' || studio.status === 'Failed'
  try {
    await transact(deps.db, async (tx) => {
      if (!(await changeStatus(tx, run, 'training'))) return
      if (isNew) await deps.studios.startPaid(tx, userId, id)
    })
  } catch (error) {
    // Photos were deleted since.
    if (error instanceof AppError && error.code === 'invalid') {
      return failRun(deps, run, NOT_TRAINED)
    }
    throw error
  }
}

async function beginDrawing(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const { db, studios, engines, drawings } = deps
  const { user_id: userId } = run
  const studio = await studios.stateOf(userId, run.lora_training_id)
  if (!studio || studio.status === 'Failed') {
    await failRun(deps, run, NOT_TRAINED)
    return
  }
  const { hold_id: holdId } = run
  const isFree = run.payment_id !== null
  if (studio.status !== 'Successful' || studio.lora === null) return
  if (holdId === null && !isFree) return
  // The ban ends the set; until then it is not prepared again and again.
  if (await isBanned(db.kysely, userId)) return
  const shots = await shotsOf(deps, run)
  const prepared = await (async () => {
    const model = await requirePainter(engines, studio.model)
    return drawings.prepare(
      userId,
      shots.map((shot) => orderOf(run, shot, model, studio.lora!)),
    )
  })().catch(async (error: unknown) => {
    // One by card is judged by then.
    const isOver = !isFree && Date.now() - run.created_at.getTime() > GIVE_UP_MS
    const mayCome = error instanceof AppError && error.code === 'unavailable'
    if (!mayCome || isOver) {
      await failRun(deps, run, NOT_DRAWN)
    }
    return null
  })
  if (!prepared) return
  await transact(db, async (tx) => {
    await drawings.awaitStatements(tx, prepared)
    if (await isBanned(tx, userId)) return
    if (!(await changeStatus(tx, run, 'drawing'))) return
    const jobs = await drawings.insert(tx, {
      userId,
      prepared,
      batchId: run.id,
      holdId,
      price: isFree ? 0 : run.shot_price,
    })
    for (const [place, shot] of shots.entries()) {
      await tx
        .updateTable('headshot_shots')
        .set({ status: 'drawing', tries: 1, job_id: jobs[place]! })
        .where('id', '=', shot.id)
        .execute()
    }
  })
}

const shotsOf = ({ db }: HeadshotsDeps, { id }: RunRow): Promise<ShotRow[]> =>
  db.kysely
    .selectFrom('headshot_shots')
    .selectAll()
    .where('run_id', '=', id)
    .orderBy('place')
    .execute()

/** @returns undefined when the set is not as it was read */
async function changeStatus(
  tx: Tx,
  { id, status }: Pick<RunRow, 'id' | 'status'>,
  to: RunRow['status'],
  error: RunRow['error'] = null,
): Promise<RunRow | undefined> {
  return tx
    .updateTable('headshot_runs')
    .set({
      status: to,
      ...((to === 'done' || to === 'failed') && { finished_at: sql<Date>`now()` }),
      error: error && JSON.stringify(error),
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst()
}

/** What is said when a set ends without a shot: what is held for it comes back, or its card payment. */
interface Failure {
  code: string
  /** What happened. */
  text: Text
}
const NOT_TRAINED = { code: 'not_trained', text: t('headshots.studioNotTrained') }
const NOT_DRAWN = { code: 'not_drawn', text: t('headshots.notDrawnAtAll') }
const TOO_LATE = { code: 'too_late', text: t('headshots.notInTime') }
const PAYMENT_GONE = {
  code: 'payment_returned',
  text: t('headshots.paymentGone'),
}

const messageOf = ({ code, text: said }: Failure, { payment_id: payment }: RunRow): Text => {
  if (code === PAYMENT_GONE.code) return said
  return t(payment === null ? 'headshots.creditsReturned' : 'headshots.paymentRefunded', { said })
}

/**
 * Ends a set of which nothing is drawn: what is held for its shots comes back.
 * @param within runs in the same transaction, once it is ended
 */
export async function failRun(
  { db, orders, announceEnd }: Pick<HeadshotsDeps, 'db' | 'orders' | 'announceEnd'>,
  run: RunRow,
  failure: Failure,
  within?: (tx: Tx, failed: RunRow) => Promise<void>,
): Promise<void> {
  const error = storeFailure({ code: failure.code, message: messageOf(failure, run) })
  const { user_id: payerId } = run
  await transact(db, async (tx) => {
    await orders.lock(tx, payerId)
    const failed = await changeStatus(tx, run, 'failed', error)
    if (!failed) return
    await within?.(tx, failed)
    await tx
      .updateTable('headshot_shots')
      .set({ status: 'failed' })
      .where('run_id', '=', run.id)
      .execute()
    await announceEnd(tx, { userId: payerId, id: run.id, events: ['run.ended'] })
    if (failed.hold_id === null) return
    const { hold_id: holdId } = failed
    await orders.settle(tx, {
      payerId,
      holdId,
      cause: 'failed',
      text: t('statement.headshotsNotDrawn'),
    })
  })
}

/** Takes in what was drawn; ends the set once nothing is drawn any more. */
async function drawOn(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const open = await settleShots(deps, run, await shotsOf(deps, run))
  if (open > 0 || run.status !== 'drawing') return
  const { user_id: userId, id } = run
  await transact(deps.db, async (tx) => {
    if (!(await changeStatus(tx, run, 'done'))) return
    await deps.announceEnd(tx, { userId, id, events: ['run.ended'] })
  })
}
