import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { ApiError, createClient } from '#contract/client.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/inference-jobs.ts'
import { api } from '#contract/index.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { type Order, ownFiles, type OwnImages, pickOrder } from './orders.ts'
import type { Accepted, ChaosUser, Purchase } from './state.ts'

type Call = ReturnType<typeof createClient>

const RETRY_MS = 150
const REQUEST_TIMEOUT_MS = 15_000
/** Of the pack that is bought. */
export const PACK_CREDITS = 1000
const ENDED = new Set(['B', 'CD', 'FL', 'S'])

export interface StormEvents {
  accepted(accepted: Accepted): void
  bought(purchase: Purchase): void
  /** An answer that must not happen. */
  wrong(what: string): void
}

/** True with this chance in percent. */
function chance(percent: number): boolean {
  return randomInt(100) < percent
}

/** Who leaves does so by then. */
const LEAVE_WITHIN_MS = 12_000

/**
 * What people do while the servers die: order drawings, tools and batches, again if no answer came, twice by accident, and cancel; buy
 * credits, paying twice by accident; and some delete their accounts in the midst of it.
 */
export class Storm {
  readonly #url: string
  readonly #events: StormEvents
  readonly #stop = new AbortController()
  /** Whose calls may be refused, for their accounts may be gone at any moment. */
  #leavers = new Set<string>()
  #customers: Promise<void>[] = []

  constructor(url: string, events: StormEvents) {
    this.#url = url
    this.#events = events
  }

  /** @param eachUser how many orders of a user may be on their way at once */
  start(
    { users, leavers }: { users: readonly ChaosUser[]; leavers: readonly ChaosUser[] },
    eachUser: number,
  ): void {
    this.#leavers = new Set(leavers.map(({ id }) => id))
    this.#customers = [...users, ...leavers].flatMap((user) => [
      ...Array.from({ length: eachUser }, () => this.#order(user)),
      this.#buy(user),
    ])
    this.#customers.push(...leavers.map((user) => this.#leave(user)))
  }

  /** No new orders; resolves when the last request has been answered. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#customers)
  }

  /** Uploads a picture and deletes the account; asks until it is known to be deleted, also after the storm. */
  async #leave(user: ChaosUser): Promise<void> {
    const call = this.#clientOf(user)
    const body = new FormData()
    body.append('image', new Blob([Uint8Array.from(await uploadedPicture())]), 'picture')
    await this.#until(user, () => call(api.uploadedImages.upload, { query: {}, body }, timeout()))
    await sleep(randomInt(LEAVE_WITHIN_MS))
    for (;;) {
      try {
        await call(api.account.remove, { body: { password: PASSWORD } }, timeout())
        return
      } catch (error) {
        // The answer to an earlier request was lost: nobody is signed in any more.
        if (error instanceof ApiError && error.status === 401) return
        const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
        if (isRefusal) {
          this.#events.wrong(`deletion: ${error.status} ${JSON.stringify(error.body)}`)
          return
        }
      }
      await sleep(RETRY_MS)
    }
  }

  async #order(user: ChaosUser): Promise<void> {
    const call = this.#clientOf(user)
    const images = await this.#uploadImages(user, call)
    if (!images) return
    while (!this.#stop.signal.aborted) {
      const placed = await this.#submit(user, call, images)
      if (placed === null) return
      if (chance(15)) {
        await sleep(randomInt(800))
        await this.#until(user, () => cancel(call, placed))
      }
      for (const job of placed.jobs) await this.#untilEnded(user, call, job)
      await sleep(randomInt(200))
    }
  }

  /** What the tools start from. @returns null when the storm is over first */
  async #uploadImages(user: ChaosUser, call: Call): Promise<OwnImages | null> {
    const files = await ownFiles()
    const send = async (file: Buffer): Promise<string | undefined> => {
      const body = new FormData()
      body.append('image', new Blob([Uint8Array.from(file)]), 'picture')
      const upload = () => call(api.uploadedImages.upload, { query: {}, body }, timeout())
      return (await this.#until(user, upload))?.id
    }
    const [face, soft, tiny] = [
      await send(files.face),
      await send(files.soft),
      await send(files.tiny),
    ]
    return face !== undefined && soft !== undefined && tiny !== undefined
      ? { face, soft, tiny }
      : null
  }

  #clientOf({ token }: ChaosUser): Call {
    return createClient(fetchTransport(this.#url, { headers: { authorization: `Token ${token}` } }))
  }

  async #buy(user: ChaosUser): Promise<void> {
    const call = this.#clientOf(user)
    while (!this.#stop.signal.aborted) {
      await sleep(randomInt(1500))
      const query = { quantity: String(PACK_CREDITS) }
      const checkout = await this.#until(user, () =>
        call(api.billing.checkout, { query }, timeout()),
      )
      const session = /\/test-checkout\/([^/?]+)/.exec(checkout?.url ?? '')?.[1]
      if (session === undefined) continue
      const pay = () => this.#until(user, () => this.#pay(session))
      const answers = await Promise.all(chance(30) ? [pay(), pay()] : [pay()])
      if (!answers.includes('complete')) continue
      this.#events.bought({ user: user.id, session })
      if (chance(50)) continue
      // Back before the webhook, or not at all.
      const back = { query: { session_id: session } }
      await this.#until(user, () => call(api.billing.checkoutSuccess, back, timeout()))
    }
  }

  /** @returns the session's status */
  async #pay(session: string): Promise<string> {
    const answer = await fetch(`${this.#url}/test-checkout/${session}/pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card: '4242' }),
      ...timeout(),
    })
    const { status } = (await answer.json()) as { status?: string }
    if (status === undefined) throw new Error(`The checkout answered ${answer.status}`)
    return status
  }

  /** One order under one key, repeated until it is answered. @returns null when the storm is over first */
  async #submit(user: ChaosUser, call: Call, images: OwnImages): Promise<Placed | null> {
    const key = randomUUID()
    const order = pickOrder(images)
    const send = () => this.#until(user, () => place(call, order, key))
    const answers = await Promise.all(chance(20) ? [send(), send()] : [send()])
    const placed = answers.filter((answer) => answer !== null)
    const ids = new Set(placed.map(({ jobs }) => jobs.join(' ')))
    if (ids.size > 1) this.#events.wrong(`the key ${key} made ${ids.size} orders`)
    const [first] = placed
    const job = first?.jobs[0]
    if (!first || job === undefined) return null
    // What goes with its account is not looked for later.
    if (!this.#leavers.has(user.id)) this.#events.accepted({ key, job })
    return first
  }

  async #untilEnded(user: ChaosUser, call: Call, id: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const job = await this.#until(user, () =>
        call(api.inferenceJobs.detail, { params: { id } }, timeout()),
      )
      if (!job || ENDED.has(job.status)) return
      await sleep(250)
    }
  }

  /** Repeats a request until it is answered; answers that ask for patience are repeated too. */
  async #until<T>(user: ChaosUser, request: () => Promise<T>): Promise<T | null> {
    while (!this.#stop.signal.aborted) {
      try {
        return await request()
      } catch (error) {
        const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
        if (isRefusal) {
          if (this.#leavers.has(user.id)) return null
          this.#events.wrong(`${error.status} ${JSON.stringify(error.body)}`)
          return null
        }
      }
      await sleep(RETRY_MS)
    }
    return null
  }
}

/** An order that was answered. */
interface Placed {
  batch: string | null
  jobs: string[]
}

async function place(call: Call, order: Order, key: string): Promise<Placed> {
  const options = { ...timeout(), headers: { [IDEMPOTENCY_KEY_HEADER]: key } }
  if ('body' in order) {
    const { id } = await call(api.inferenceJobs.create, order, options)
    return { batch: null, jobs: [id] }
  }
  const { id, results } = await call(api.inferenceJobs.createBatch, { body: order }, options)
  return { batch: id, jobs: results.map((job) => job.id) }
}

function cancel(call: Call, { batch, jobs: [job = ''] }: Placed): Promise<unknown> {
  if (batch === null)
    return call(api.inferenceJobs.cancel, { params: { id: job }, body: {} }, timeout())
  return call(api.inferenceJobs.cancelBatch, { params: { id: batch }, body: {} }, timeout())
}

const uploadedPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

function timeout(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }
}
