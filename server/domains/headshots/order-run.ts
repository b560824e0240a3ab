import { sql } from 'kysely'
import type { HeadshotOrder, HeadshotRun } from '#contract/headshot-runs.ts'
import { HEADSHOT_TRAINING } from '#contract/lora-trainings.ts'
import { PRICES } from '#server/domains/billing/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { presentRun } from './present-run.ts'
import { planShots, requirePainter } from './shot-order.ts'

/** @property cost of all of it, where the caller saw a price: it must be that of now */
export type SetOrder = HeadshotOrder & { id: string; cost?: number | undefined }

/**
 * What can be asked before anything is locked: a studio for headshots, and a model that draws people.
 * @returns whether it is still to be trained, and whose it is
 * @throws {AppError} `not_found`, `conflict`, `email_not_verified`, `unavailable`
 */
export async function checkOrder(
  { studios, engines }: Pick<HeadshotsDeps, 'studios' | 'engines'>,
  caller: Caller,
  id: string,
): Promise<{ isNew: boolean; isOwn: boolean }> {
  const studio = await studios.stateOf(caller.userId, id)
  if (!studio) throw notFound()
  if (studio.type !== HEADSHOT_TRAINING || studio.object !== 'person') {
    throw new AppError(
      'conflict',
      'Headshots are made of a studio for them, with photos of a person.',
    )
  }
  if (!caller.emailVerified) {
    throw new AppError('email_not_verified', 'Please verify your email address first.')
  }
  await requirePainter(engines, studio.model)
  const isNew = studio.status === 'Not Started' || studio.status === 'Failed'
  if (isNew) await studios.checkStart(caller, id)
  return { isNew, isOwn: studio.isOwn }
}

/**
 * The account is to be locked. Its owner and the guests of a shared model wait for each other, too.
 * @throws {AppError} `conflict` while a set of the studio is made
 */
export async function requireNoOther(tx: Tx, training: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('headshots'), hashtext(${training}))`.execute(tx)
  const open = await tx
    .selectFrom('headshot_runs')
    .select('id')
    .where('lora_training_id', '=', training)
    .where('status', 'in', ['paid', 'training', 'drawing'])
    .executeTakeFirst()
  if (open) throw new AppError('conflict', 'A set of this studio is being made already.')
}

/** Writes a set and its shots. */
export async function insertRun(
  tx: Tx,
  row: Pick<RunRow, 'user_id' | 'status' | 'price'>,
  { id, cost: _cost, ...order }: SetOrder,
): Promise<RunRow> {
  const { shots: _shots, ...choice } = order
  const run = await tx
    .insertInto('headshot_runs')
    .values({ ...row, lora_training_id: id, choice: JSON.stringify(choice) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('headshot_shots')
    .values(planShots(order).map((shot) => ({ ...shot, run_id: run.id, user_id: row.user_id })))
    .execute()
  return run
}

/**
 * Pays for a set of headshots by credits: in one transaction a studio that is not trained yet is started, with its hold, and
 * the shots are held. Either all of it happens or nothing. Of two orders at once one finds the other.
 * @throws {AppError} `not_found`, `conflict`, `quote_mismatch`, `unavailable`, `not_enough_credits`, and those of starting a training
 */
export async function orderRun(
  deps: HeadshotsDeps,
  caller: Caller,
  order: SetOrder,
): Promise<HeadshotRun> {
  const { db, credits, studios } = deps
  const { userId } = caller
  const { id, cost, shots } = order
  const { isNew } = await checkOrder(deps, caller, id)
  const run = await transact(db, async (tx) => {
    const writer = credits.writer(tx)
    // The account is locked from here on.
    await writer.applyDueEntries({ userId })
    await requireNoOther(tx, id)
    const drawing = shots * PRICES.headshot
    // Whether it is still to be trained was read before the lock: a training that began since is found by its start.
    const training = isNew ? await studios.startIn(tx, userId, id) : 0
    if (cost !== undefined && cost !== training + drawing) {
      throw new AppError(
        'quote_mismatch',
        `The price is ${training + drawing} credits now. Look at it again.`,
      )
    }
    const row = await insertRun(tx, { user_id: userId, status: 'training', price: null }, order)
    const { holdId } = await writer.hold({
      userId,
      amount: drawing,
      externalId: `headshots:${row.id}`,
      jobId: null,
      text: `${shots} headshots`,
    })
    return tx
      .updateTable('headshot_runs')
      .set({ hold_id: holdId })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return presentRun(deps, run)
}
