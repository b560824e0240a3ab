import { sql } from 'kysely'
import { laneName } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from './deps.ts'
import { finishRemoval } from './remove-training.ts'
import { finishTraining } from './run/end-training.ts'
import { isSilent, noteInterrupted } from './run/interrupted.ts'
import { sendToLane } from './run/lane.ts'

const BATCH = 100

/** Has trainings taken up again that lost their worker, and finishes what was cut off. */
export async function sweepTrainings(deps: StudiosDeps): Promise<void> {
  const { db, queue, sweeper } = deps
  await sweeper.sweep({
    kind: 'silent trainings',
    find: (setAside) =>
      db.kysely
        .selectFrom('lora_trainings')
        .selectAll()
        .where('status', 'in', ['Pending', 'Running', 'Downloading'])
        .where(isSilent)
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    idOf: ({ id }) => id,
    act: (training) =>
      training.status === 'Downloading'
        ? finishTraining(deps, training)
        : transact(db, async (tx) => {
            await noteInterrupted(deps, tx, training)
            const message = { lane: laneName(training.engine, 'training'), training: training.id }
            await sendToLane(queue, tx, message, { first: training.started_at !== null })
          }),
  })
  await sweeper.sweep({
    kind: 'files of deleted studios',
    find: (setAside) =>
      db.kysely
        .selectFrom('lora_trainings')
        .selectAll()
        .where('deleted_at', 'is not', null)
        .where(sql<boolean>`receipt ->> 'completed_at' is null`)
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .limit(BATCH)
        .execute(),
    idOf: ({ id }) => id,
    act: (training) => finishRemoval(deps, training),
  })
}
