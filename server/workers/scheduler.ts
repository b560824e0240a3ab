import { sql } from 'kysely'
import { type Db, isDatabaseAway } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'

export interface ScheduledTask {
  /** Unique: names its lock. */
  name: string
  everySeconds: number
  run(): Promise<unknown>
}

export interface Schedules {
  start(): void
  /** Begins no task any more and waits for those that run. */
  stop(): Promise<void>
}

/**
 * Runs each task again and again, on one process at a time however many have the role cron: whoever holds the
 * task's advisory lock runs it, the others skip their turn. Tasks must be safe to repeat at any moment.
 */
export function createSchedules(deps: {
  db: Db
  log: Log
  tasks: readonly ScheduledTask[]
}): Schedules {
  const { db, tasks } = deps
  const log = deps.log.child({ part: 'schedules' })
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let stopped = false

  async function runAlone(task: ScheduledTask): Promise<void> {
    await db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('schedule'), hashtext(${task.name})) as mine
      `.execute(tx)
      if (rows[0]?.mine === true) await task.run()
    })
  }

  function plan(task: ScheduledTask): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runAlone(task)
        .catch((error: unknown) => {
          const level = isDatabaseAway(error) ? 'warn' : 'error'
          log[level]({ err: error, task: task.name }, 'a task failed')
        })
        .finally(() => {
          running.delete(run)
          plan(task)
        })
      running.add(run)
    }, task.everySeconds * 1000)
    timers.add(timer)
  }

  return {
    start() {
      for (const task of tasks) plan(task)
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
    },
  }
}
