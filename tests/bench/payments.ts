import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { api } from '#contract/index.ts'
import { newPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { httpCall } from './http-call.ts'
import { median, timePairs } from './statistics.ts'

const ROUNDS = 6
const EVENTS = 200
const AT_ONCE = 16
const PURCHASES = 12
const WARM_UP = 2

/** Runs `act` for 0 to count - 1, so many at once. */
async function inParallel(count: number, act: () => Promise<unknown>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await act()
    }),
  )
}

interface SignedEvent {
  payload: string
  signature: string
}

/** Events as the provider would send them: to make and sign them is its work, not the app's. */
function signEvents(app: TestApp, count: number): SignedEvent[] {
  const secret = app.context.testPayments?.webhookSecret
  if (secret === undefined) throw new Error('The app has no test payments')
  return Array.from({ length: count }, () => {
    const payload = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1000),
      // Stored, and of no interest beyond that: what an event leads to is not measured here.
      type: 'product.created',
      data: { object: { id: 'prod_1', object: 'product' } },
    })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    return { payload, signature }
  })
}

function webhookSender(app: TestApp): () => Promise<unknown> {
  const events = signEvents(app, EVENTS * (ROUNDS + 1))
  const url = `${app.url}/api/webhooks/stripe/`
  return async () => {
    const event = events.pop()
    if (!event) throw new Error('All events are sent')
    const { payload: body, signature } = event
    return httpCall(url, { method: 'POST', headers: { 'stripe-signature': signature }, body })
  }
}

const storeBare =
  ({ db }: TestApp) =>
  async (): Promise<void> => {
    await db.pool.query(
      `insert into provider_events (provider, event_id, type, api_version, created_at, done_at, outcome)
       values ('bench', $1, 'product.created', '2026-10-28.endive', now(), now(), 'ignored')`,
      [`evt_${randomUUID()}`],
    )
  }

/** From a paid checkout until its credits are there, by the webhook alone. */
async function buyOnce(app: TestApp): Promise<number> {
  const person = await newPerson(app, { credits: 0 })
  const { url } = await person.call(api.billing.checkout, { query: { quantity: '1000' } })
  const started = performance.now()
  const paid = await fetch(`${app.url}${new URL(url).pathname}/pay/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242' }),
  })
  if (!paid.ok) throw new Error(`${paid.status} from the checkout`)
  while ((await person.call(api.users.me, {})).credits < 1000) await sleep(5)
  return performance.now() - started
}

/** How many events of the provider are taken in, and how long bought credits take to come. */
export async function benchPayments(): Promise<BenchResult[]> {
  const app = await startBenchApp()
  try {
    const send = webhookSender(app)
    const bare = storeBare(app)
    await inParallel(EVENTS, send)
    const times = await timePairs(
      ROUNDS,
      () => inParallel(EVENTS, send),
      () => inParallel(EVENTS, bare),
    )
    const rate = (ms: number[]) => (EVENTS * 1000) / median(ms)
    const latencies: number[] = []
    for (let round = 0; round < PURCHASES + WARM_UP; round++) {
      const latency = await buyOnce(app)
      if (round >= WARM_UP) latencies.push(latency)
    }
    return [
      {
        name: 'webhooks taken in / the same rows written bare',
        value: rate(times.first) / rate(times.second),
        unit: 'x',
        target: { atLeast: 0.2 },
        detail: `${rate(times.first).toFixed(0)} against ${rate(times.second).toFixed(0)} a second, ${AT_ONCE} at once`,
      },
      {
        name: 'paid checkout to credits, by the webhook, p50',
        value: median(latencies),
        unit: 'ms',
        target: { atMost: 1000 },
        detail: `${Math.min(...latencies).toFixed(0)} to ${Math.max(...latencies).toFixed(0)} ms in ${PURCHASES} purchases`,
      },
    ]
  } finally {
    await app.dispose()
  }
}
