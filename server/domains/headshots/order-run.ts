import type { HeadshotOrder, HeadshotRun } from '#contract/headshot-runs.ts'
import { HEADSHOT_TRAINING } from '#contract/lora-trainings.ts'
import { PRICES } from '#server/domains/billing/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import type { HeadshotsDeps } from './deps.ts'
import { presentRun } from './present-run.ts'
import { planShots, requirePainter } from './shot-order.ts'

/**
 * Pays for a set of headshots: in one transaction a studio that is not trained yet is started, with its hold, and the
 * shots are held. Either all of it happens or nothing. Of two orders at once one finds the other.
 * @param asked `cost`, where the caller saw a price, must be that of now, training and shots together
 * @throws {AppError} `not_found`, `conflict`, `quote_mismatch`, `unavailable`, `not_enough_credits`, and those of starting a training
 */
export async function orderRun(
  deps: HeadshotsDeps,
  caller: Caller,
  { id, cost, ...order }: HeadshotOrder & { id: string; cost?: number | undefined },
): Promise<HeadshotRun> {
  const { db, credits, studios, engines } = deps
  const { userId } = caller
  const studio = await studios.stateOf(userId, id)
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
  const run = await transact(db, async (tx) => {
    const writer = credits.writer(tx)
    // The account is locked from here on.
    await writer.applyDueEntries({ userId })
    const open = await tx
      .selectFrom('headshot_runs')
      .select('id')
      .where('lora_training_id', '=', id)
      .where('status', 'in', ['training', 'drawing'])
      .executeTakeFirst()
    if (open) throw new AppError('conflict', 'A set of this studio is being made already.')
    const { shots, ...choice } = order
    const drawing = shots * PRICES.headshot
    // Whether it is still to be trained was read before the lock: a training that began since is found by its start.
    const training = isNew ? await studios.startIn(tx, userId, id) : 0
    if (cost !== undefined && cost !== training + drawing) {
      throw new AppError(
        'quote_mismatch',
        `The price is ${training + drawing} credits now. Look at it again.`,
      )
    }
    const row = await tx
      .insertInto('headshot_runs')
      .values({ user_id: userId, lora_training_id: id, choice: JSON.stringify(choice) })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { holdId } = await writer.hold({
      userId,
      amount: drawing,
      externalId: `headshots:${row.id}`,
      jobId: null,
      text: `${shots} headshots`,
    })
    await tx
      .insertInto('headshot_shots')
      .values(planShots(order).map((shot) => ({ ...shot, run_id: row.id, user_id: userId })))
      .execute()
    return tx
      .updateTable('headshot_runs')
      .set({ hold_id: holdId })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return presentRun(deps, run)
}
