import { randomUUID } from 'node:crypto'
import {
  type EngineRegistry,
  type Lane,
  lanesOf,
  type PerPool,
} from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { EngineControl } from '../deps.ts'
import type { Admission } from '../queue/admission.ts'
import { announceLane, leaveLane, leaveLanes } from '../queue/lane-workers.ts'
import { LANE_OPTIONS, type RunJobMessage, STOP_CHANNEL } from '../queue/messages.ts'
import type { JobRunner } from './run-job.ts'

export interface LaneWork {
  start(): Promise<void>
  stop(): Promise<void>
}

const ANNOUNCE_MS = 4000

/**
 * Ties the lanes of this process's engines to the runner, and says to all nodes that somebody works on them. Engines may
 * come and go, and take more or fewer jobs than before.
 */
export function createLaneWork(deps: {
  db: Db
  queue: Queue
  engines: EngineRegistry
  engineControl: EngineControl
  admission: Admission
  runner: JobRunner
  slots: PerPool
  log: Log
}): LaneWork {
  const { db, queue, engines, engineControl, admission, runner, slots, log } = deps
  const processId = randomUUID()
  /** Workers of each lane in this process. */
  const workers = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let announcing: Promise<void> = Promise.resolve()
  let isAsked = false
  let stopped = false

  async function announce({ name, engine, pool }: Lane): Promise<void> {
    await queue.addLane(name, LANE_OPTIONS)
    const room = await transact(db, async (tx) => {
      const { concurrency, most } = await engineControl.lockLimits(tx, engine)
      const lane = { slots: concurrency ?? slots[pool], most }
      await announceLane(tx, processId, name, lane)
      await admission.admit(tx, name)
      return lane
    })
    // Those that are too many now find nothing to do: admission lets no more jobs run than there is room for.
    const missing = room.slots - (workers.get(name) ?? 0)
    if (missing > 0) {
      workers.set(name, room.slots)
      await queue.work<RunJobMessage>(name, { concurrency: missing }, (message, signal) =>
        runner.run(message, signal),
      )
    }
  }

  async function announceAll(): Promise<void> {
    const lanes = engines.list().flatMap(lanesOf)
    for (const lane of lanes) if (!stopped) await announce(lane)
    const gone = [...workers.keys()].filter((name) => lanes.every((lane) => lane.name !== name))
    for (const name of gone) {
      workers.delete(name)
      await leaveLane(db, processId, name)
      await queue.stopWork(name)
    }
  }

  /** After what is being announced now; asked for twice meanwhile, it is done once. */
  function announceSoon(): void {
    if (isAsked || stopped) return
    isAsked = true
    announcing = announcing
      .then(() => {
        isAsked = false
        return announceAll()
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the lanes of this process could not be announced')
      })
  }

  return {
    async start() {
      await db.listener.listen(STOP_CHANNEL, { message: (jobId) => runner.checkSoon(jobId) })
      await announceAll()
      engines.onChange(announceSoon)
      timer = setInterval(announceSoon, ANNOUNCE_MS)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await announcing
      await leaveLanes(db, processId)
    },
  }
}
