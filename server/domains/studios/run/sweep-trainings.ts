import { sql } from 'kysely'
import { laneName } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { finishRemoval } from '../remove-training.ts'
import { finishTraining } from './end-training.ts'
import { sendToLane } from './lane.ts'
import { SILENT_SECONDS } from './run-training.ts'

const BATCH = 100

/** Has trainings taken up again that lost their worker, and finishes what was cut off. */
export async function sweepTrainings(deps: StudiosDeps): Promise<void> {
  const { db, queue, log } = deps
  const silent = await db.kysely
    .selectFrom('lora_trainings')
    .selectAll()
    .where('status', 'in', ['Pending', 'Running', 'Downloading'])
    .where((where) =>
      where.or([
        where('heartbeat_at', 'is', null),
        where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${SILENT_SECONDS})`),
      ]),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const training of silent) {
    const { id, engine, status } = training
    try {
      if (status === 'Downloading') await finishTraining(deps, training)
      else {
        await transact(db, (tx) =>
          sendToLane(queue, tx, { lane: laneName(engine, 'training'), training: id }),
        )
      }
    } catch (error) {
      log.warn({ err: error, training: id }, 'a training could not be taken up again')
    }
  }
  const removed = await db.kysely
    .selectFrom('lora_trainings')
    .selectAll()
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`receipt ->> 'completed_at' is null`)
    .limit(BATCH)
    .execute()
  for (const training of removed) {
    await finishRemoval(deps, training).catch((error: unknown) =>
      log.warn({ err: error, training: training.id }, 'the files of a studio could not be removed'),
    )
  }
}
