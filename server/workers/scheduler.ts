import { type Db, isDatabaseAway, type ProcessLock, runUntil } from '#server/platform/db/index.ts'
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
 * A process that loses its connection learns of it within this time (the listener asks every second and waits three);
 * only then may another one, which got the lock at once, begin.
 */
const SETTLE_MS = 5000

/**
 * Runs each task again and again, on one process however many have the role cron: the one that holds the task's lock,
 * until it ends or loses the connection that holds it. Then its task gets no database connection any more, and another
 * process takes over. Tasks must be safe to repeat at any moment.
 */
export function createSchedules(deps: {
  db: Db
  log: Log
  tasks: readonly ScheduledTask[]
  /** For tests. */
  settleMs?: number
}): Schedules {
  const { db, tasks, settleMs = SETTLE_MS } = deps
  const log = deps.log.child({ part: 'schedules' })
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const locks = new Map<string, ProcessLock>()
  let stopped = false

  async function lockOf({ name }: ScheduledTask): Promise<ProcessLock | null> {
    const held = locks.get(name)
    if (held && !held.lost.aborted) return held
    locks.delete(name)
    const lock = await db.listener.tryLock(name)
    if (lock) locks.set(name, lock)
    return lock
  }

  async function runAlone(task: ScheduledTask): Promise<void> {
    const lock = await lockOf(task)
    if (lock === null || performance.now() - lock.since < settleMs) return
    await runUntil(lock.lost, () => task.run())
  }

  /** Does something for a task; what goes wrong is logged. */
  function attempt(task: ScheduledTask, act: () => Promise<unknown>): Promise<void> {
    const tried = async () => {
      try {
        await act()
      } catch (error) {
        const level = isDatabaseAway(error) ? 'warn' : 'error'
        log[level]({ err: error, task: task.name }, 'a task failed')
      }
    }
    const run = tried().finally(() => running.delete(run))
    running.add(run)
    return run
  }

  function plan(task: ScheduledTask): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void attempt(task, () => runAlone(task)).then(() => plan(task))
    }, task.everySeconds * 1000)
    timers.add(timer)
  }

  return {
    start() {
      for (const task of tasks) {
        // What settles now can begin at the task's first turn.
        void attempt(task, () => lockOf(task))
        plan(task)
      }
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
      await Promise.all([...locks.values()].map((lock) => lock.release()))
      locks.clear()
    },
  }
}
