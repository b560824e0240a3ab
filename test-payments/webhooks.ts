import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isDatabaseAway } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'

/** An event as it is sent, once. */
export interface Delivery {
  id: string
  type: string
  body: string
  /** The header `Stripe-Signature`. */
  signature: string
}

export interface Webhooks {
  /** Looks for events now, and again and again until `stop`. */
  start(): void
  /** There may be something new. */
  wake(): void
  /** Delivers what is due, once, and waits for the answers. @returns how many were answered 2xx */
  deliverDue(): Promise<number>
  /** Every event or some, oldest first, as it would be sent now; for tests that deliver by hand. */
  prepare(ids?: readonly string[]): Promise<Delivery[]>
  stop(): Promise<void>
}

const AT_ONCE = 8
const LOOK_EVERY_MS = 1000
const TIMEOUT_MS = 10_000
/** Whoever takes an event has this long; then another process tries. */
const LEASE_SECONDS = 30
/** Seconds until the next attempt, by attempts made; then no more are made. */
const WAITS = [1, 2, 5, 10, 30, 60, 300, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** The header for a body: `t=...,v1=...`, by the real clock, which is the receiver's. */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000)
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${hash}`
}

/** Sends events to the app until they are answered 2xx; any number of processes may do so at once. */
export function createWebhooks(deps: {
  db: Db
  log: Log
  outbound: Outbound
  url: string
  secret: string
}): Webhooks {
  const { db, log, outbound, url, secret } = deps
  let timer: NodeJS.Timeout | null = null
  let stopped = true
  let running: Promise<number> = Promise.resolve(0)

  async function take(): Promise<{ seq: number; id: string; attempts: number; data: unknown }[]> {
    const { rows } = await sql<{ seq: number; id: string; attempts: number; data: unknown }>`
      update test_payment_events
      set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
      where seq in (
        select seq from test_payment_events where next_attempt_at <= now()
        order by seq limit ${sql.lit(AT_ONCE)} for update skip locked
      )
      returning seq, id, attempts, data`.execute(db.kysely)
    return rows.toSorted((a, b) => a.seq - b.seq)
  }

  async function settleTaken(taken: { seq: number; attempts: number; delivered: boolean }[]) {
    const done = taken.filter(({ delivered }) => delivered).map(({ seq }) => seq)
    if (done.length > 0) {
      await db.kysely
        .updateTable('test_payment_events')
        .set({ delivered_at: sql<Date>`now()`, next_attempt_at: null })
        .where('seq', '=', sql<number>`any (${done}::bigint[])`)
        .execute()
    }
    for (const { seq, attempts, delivered } of taken) {
      if (delivered) continue
      const wait = WAITS[attempts - 1]
      const next = wait === undefined ? null : sql<Date>`now() + make_interval(secs => ${wait})`
      await db.kysely
        .updateTable('test_payment_events')
        .set({ next_attempt_at: next })
        .where('seq', '=', seq)
        .execute()
    }
  }

  async function send(data: unknown): Promise<boolean> {
    const body = JSON.stringify(data)
    try {
      const { status } = await outbound.send(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, secret),
        },
        timeoutMs: TIMEOUT_MS,
      })
      return status >= 200 && status < 300
    } catch {
      return false
    }
  }

  async function deliverBatch(): Promise<{ taken: number; delivered: number }> {
    const events = await take()
    const answers = await Promise.all(
      events.map(async ({ seq, id, attempts, data }) => {
        const delivered = await send(data)
        if (!delivered) {
          log.debug({ event: id, attempts }, 'An event of the test payments was not taken')
        }
        return { seq, attempts, delivered }
      }),
    )
    await settleTaken(answers)
    return { taken: events.length, delivered: answers.filter(({ delivered }) => delivered).length }
  }

  async function deliverDue(): Promise<number> {
    let sum = 0
    for (;;) {
      const { taken, delivered } = await deliverBatch()
      sum += delivered
      if (taken < AT_ONCE) return sum
    }
  }

  /** Runs of one process follow each other. */
  function run(): Promise<number> {
    running = running
      .catch(() => 0)
      .then(() => deliverDue())
      .catch((error: unknown) => {
        // That the database is away is said once by who found it.
        const level = isDatabaseAway(error) ? 'debug' : 'error'
        if (!stopped) log[level]({ err: error }, 'Events of the test payments wait')
        return 0
      })
    return running
  }

  function plan(): void {
    if (stopped) return
    timer = setTimeout(() => void run().finally(plan), LOOK_EVERY_MS)
  }

  return {
    start() {
      if (!stopped) return
      stopped = false
      plan()
    },
    wake() {
      if (!stopped) void run()
    },
    deliverDue: run,
    async prepare(ids) {
      let query = db.kysely.selectFrom('test_payment_events').select(['id', 'type', 'data'])
      if (ids) query = query.where('id', 'in', ids)
      const rows = await query.orderBy('seq').execute()
      return rows.map(({ id, type, data }) => {
        const body = JSON.stringify(data)
        return { id, type, body, signature: sign(body, secret) }
      })
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await running.catch(() => 0)
    },
  }
}
