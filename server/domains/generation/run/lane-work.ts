import { randomUUID } from 'node:crypto'
import { type EngineRegistry, lanesOf, type PerPool } from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { Admission } from '../queue/admission.ts'
import { announceLane, leaveLanes } from '../queue/lane-workers.ts'
import { type RunJobMessage, STOP_CHANNEL } from '../queue/messages.ts'
import type { JobRunner } from './run-job.ts'

export interface LaneWork {
  start(): Promise<void>
  stop(): Promise<void>
}

const ANNOUNCE_MS = 4000

/** Ties the lanes of this process's engines to the runner, and says to all nodes that somebody works on them. */
export function createLaneWork(deps: {
  db: Db
  queue: Queue
  engines: EngineRegistry
  admission: Admission
  runner: JobRunner
  slots: PerPool
  log: Log
}): LaneWork {
  const { db, queue, engines, admission, runner, slots, log } = deps
  const processId = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let announcing: Promise<void> = Promise.resolve()

  const lanes = engines.list().flatMap(lanesOf)

  async function announce(): Promise<void> {
    for (const { name, pool } of lanes) {
      await transact(db, async (tx) => {
        await announceLane(tx, processId, name, slots[pool])
        await admission.admit(tx, name)
      })
    }
  }

  return {
    async start() {
      await db.listener.listen(STOP_CHANNEL, { message: (jobId) => runner.checkSoon(jobId) })
      for (const { name, pool } of lanes) {
        await queue.work<RunJobMessage>(name, { concurrency: slots[pool] }, (message, signal) =>
          runner.run(message, signal),
        )
      }
      await announce()
      timer = setInterval(() => {
        announcing = announce().catch((error: unknown) =>
          log.warn({ err: error }, 'the lanes of this process could not be announced'),
        )
      }, ANNOUNCE_MS)
    },
    async stop() {
      clearInterval(timer)
      await announcing
      await leaveLanes(db, processId)
    },
  }
}
