import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type Db, isDatabaseAway, type Tx } from './db/index.ts'
import type { Log } from './log.ts'

export interface LaneOptions {
  /** How often a failed message is delivered again; default 2. */
  retryLimit?: number
  /** Seconds before it is; default 1. */
  retryDelaySeconds?: number
  /** Longest time that one delivery may take, seconds; default 15 minutes. */
  expireInSeconds?: number
}

export interface SendOptions {
  /** While a message with this key waits or is worked on, another one is not added. */
  singletonKey?: string
  startAfterSeconds?: number
  /** Before all messages that wait and are not. */
  isUrgent?: boolean
}

/**
 * Works on one message. A rejection has it delivered again. `signal` aborts when this process must end:
 * stop, hand back what is not finished, and resolve.
 */
export type MessageHandler<T extends object> = (data: T, signal: AbortSignal) => Promise<void>

/** Seconds after which a message whose process fell silent is delivered again; pg-boss takes no fewer. */
const HEARTBEAT_SECONDS = 10
/** How long handlers get to hand back their work after the drain time is over. */
const HAND_BACK_MS = 5000

/** Durable messages between the roles of the program. */
export interface Queue {
  /** Names a lane; before `start`, by every process that sends to it or works on it. */
  defineLane(lane: string, options?: LaneOptions): void
  /** Like `defineLane`, but allowed after `start`, too. Resolves when the lane is there. */
  addLane(lane: string, options?: LaneOptions): Promise<void>
  /** Adds a message inside the caller's transaction; it is there if that commits. */
  send(tx: Tx, lane: string, data: object, options?: SendOptions): Promise<void>
  /** Works on a lane, at most `concurrency` messages at a time in this process. */
  work<T extends object>(
    lane: string,
    options: { concurrency: number },
    handler: MessageHandler<T>,
  ): Promise<void>
  /** Messages of a lane that wait, and those given up in the last hour; at most seconds old. */
  backlogOf(lane: string): Promise<{ waiting: number; failed: number }>
  /** Takes no more messages of a lane in this process; what runs goes on. */
  stopWork(lane: string): Promise<void>
  start(): Promise<void>
  /** Takes no more messages, gives running handlers `drainMs`, then aborts their signals and ends. */
  stop(options: { drainMs: number }): Promise<void>
}

const WORK_OPTIONS = {
  localConcurrency: 1,
  batchSize: 1,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
  burstWhenReadyExceeds: 1,
  heartbeatRefreshSeconds: 3,
}

/** pg-boss hands these to its pool, whose connections would else wait for ever for a server that stands still. */
const TIME_LIMITS = { connectionTimeoutMillis: 5000, query_timeout: 15_000, keepAlive: true }
const CLOSE_PATIENCE_MS = 2000
const POLL_MS = 100

/** Messages on pg-boss (schema `pgboss`). A NOTIFY wakes idle workers; polling is only the backstop. */
export function createQueue(deps: { db: Db; log: Log }): Queue {
  const log = deps.log.child({ part: 'queue' })
  const boss = new PgBoss({
    // It listens, so a pooler will not do.
    connectionString: deps.db.directUrl,
    application_name: 'atelier-queue',
    max: 4,
    ...TIME_LIMITS,
    schema: 'pgboss',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => {
    // That it is away is said once by who found it.
    if (isDatabaseAway(error) || deps.db.listener.isAway()) log.debug({ err: error }, 'queue waits')
    else log.error({ err: error }, 'queue error')
  })
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))

  const lanes = new Map<string, LaneOptions>()
  const worked = new Set<string>()
  let started = false
  const running = new Set<Promise<void>>()
  const handBack = new AbortController()

  /** Resolves when nothing is worked on and nothing can come; never while the database is there. */
  async function idleWithoutDatabase(): Promise<void> {
    while (running.size > 0 || !deps.db.listener.isAway())
      await sleep(POLL_MS, null, { ref: false })
  }

  async function createLane(lane: string, options: LaneOptions): Promise<void> {
    await boss.createQueue(lane, {
      policy: 'exclusive',
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: options.retryLimit ?? 2,
      retryDelay: options.retryDelaySeconds ?? 1,
      expireInSeconds: options.expireInSeconds ?? 900,
      deleteAfterSeconds: 3600,
    })
  }

  return {
    defineLane(lane, options = {}) {
      lanes.set(lane, options)
    },

    async addLane(lane, options = {}) {
      if (lanes.has(lane)) return
      lanes.set(lane, options)
      if (started) await createLane(lane, options)
    },

    async start() {
      await boss.start()
      for (const [lane, options] of lanes) await createLane(lane, options)
      started = true
    },

    async send(tx, lane, data, options = {}) {
      await boss.send(lane, data, {
        // The policy keeps one message a key; without a key each message is its own.
        singletonKey: options.singletonKey ?? crypto.randomUUID(),
        ...(options.isUrgent && { priority: 1 }),
        ...(options.startAfterSeconds !== undefined && { startAfter: options.startAfterSeconds }),
        db: {
          async executeSql(text, values = []) {
            const result = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
            return { rows: result.rows }
          },
        },
      })
    },

    async work<T extends object>(
      lane: string,
      { concurrency }: { concurrency: number },
      handler: MessageHandler<T>,
    ) {
      worked.add(lane)
      for (let worker = 0; worker < concurrency; worker++) {
        const id: string = await boss.work<T>(lane, WORK_OPTIONS, async (messages) => {
          for (const message of messages) {
            const work = handler(message.data, handBack.signal)
            running.add(work)
            await work.finally(() => running.delete(work))
          }
          // Several messages may have come with one wake-up: look again at once, not after the poll.
          boss.notifyWorker(id)
        })
      }
    },

    async backlogOf(lane) {
      const counts = await boss.getQueue(lane)
      return { waiting: counts?.queuedCount ?? 0, failed: counts?.failedCount ?? 0 }
    },

    async stopWork(lane) {
      if (worked.delete(lane)) await boss.offWork(lane, { wait: false })
    },

    async stop({ drainMs }) {
      const stopped = Promise.all([...worked].map((lane) => boss.offWork(lane, { wait: true })))
      await settledWithin(Promise.race([stopped, idleWithoutDatabase()]), drainMs)
      handBack.abort()
      await settledWithin(Promise.allSettled(running), HAND_BACK_MS)
      await settledWithin(Promise.race([stopped, idleWithoutDatabase()]), HAND_BACK_MS)
      await settledWithin(boss.stop({ graceful: false, close: true }), CLOSE_PATIENCE_MS)
    },
  }
}

/** Waits for `promise`, but no longer than `ms`; how it ends does not matter. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const timer = AbortSignal.timeout(ms)
  await Promise.race([
    promise.catch(() => undefined),
    new Promise<void>((resolve) => timer.addEventListener('abort', () => resolve())),
  ])
}
