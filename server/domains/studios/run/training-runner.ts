import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createAttemptRunner, HEARTBEAT_MS } from '#server/domains/jobs/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import type { TrainingRow } from '../store.ts'
import { interruptedBefore, isSilent, runningBeside } from './interrupted.ts'
import { TrainingAttempt } from './training-attempt.ts'

export interface TrainingRunner {
  /**
   * Works on one training, and before it on those that had begun and lost their worker; when `signal` aborts, the next worker
   * goes on from what the engine keeps.
   */
  run(id: string, signal: AbortSignal): Promise<void>
  /** Checks now, not at the next heartbeat, whether a training that runs here is still wanted; somebody may have ended it. */
  checkSoon(id: string): void
}

export function createTrainingRunner(deps: StudiosDeps): TrainingRunner {
  const runner = createAttemptRunner({
    kind: 'training',
    claim: (id: string) => claim(deps, id),
    async open(training) {
      const part = deps.engines.get(training.engine)?.training
      return part ? new TrainingAttempt(deps, training, part) : null
    },
    log: deps.log,
  })

  /** Resolves when each training that another process seems to work on has shown that it is, or has not for too long. */
  async function untilKnown(id: string, signal: AbortSignal): Promise<void> {
    const { kysely } = deps.db
    const before = await runningBeside(kysely, id)
    for (const own of runner.running()) before.delete(own)
    while (before.size > 0 && !signal.aborted) {
      await sleep(HEARTBEAT_MS / 2)
      const now = await runningBeside(kysely, id)
      for (const [other, at] of before) if (now.get(other) !== at) before.delete(other)
    }
  }

  return {
    checkSoon: (id) => runner.checkSoon(id),
    async run(id, signal) {
      await untilKnown(id, signal)
      const { kysely } = deps.db
      for (
        let lost = await interruptedBefore(kysely, id);
        lost !== null && !signal.aborted;
        lost = await interruptedBefore(kysely, id)
      ) {
        await runner.run(lost, signal)
      }
      if (!signal.aborted) await runner.run(id, signal)
    },
  }
}

/** Takes a training over, unless somebody works on it or it has ended. */
async function claim(deps: StudiosDeps, id: string): Promise<TrainingRow | null> {
  return transact(deps.db, async (tx) => {
    const row = await tx
      .updateTable('lora_trainings')
      .set({
        status: 'Running',
        attempt: sql<number>`attempt + 1`,
        heartbeat_at: sql<Date>`now()`,
        started_at: sql<Date>`coalesce(started_at, now())`,
      })
      .where('id', '=', id)
      .where('status', 'in', ['Pending', 'Running'])
      .where('deleted_at', 'is', null)
      .where(isSilent)
      .returningAll()
      .executeTakeFirst()
    if (row) await publishTraining(deps, tx, row)
    return row ?? null
  })
}
