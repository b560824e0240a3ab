import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { ApiError } from '#contract/client.ts'
import { createClient } from '#tests/support/client.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { api } from '#contract/index.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { askForWords } from './proposals.ts'
import { orderSets } from './sets.ts'
import { type Order, ownFiles, type OwnImages, pickOrder, type SMALL_PACK } from './orders.ts'
import type { Accepted, ChaosUser, Purchase } from './state.ts'
import { trainStudios } from './studios.ts'

type Call = ReturnType<typeof createClient>

const RETRY_MS = 150
const REQUEST_TIMEOUT_MS = 15_000
/** Of the pack that is bought. */
export const PACK_CREDITS = 1000
const USUAL_CARD = '4242'
/** Another than their inviter's. */
const INVITED_CARD = '0341'
const ENDED = new Set(['B', 'CD', 'FL', 'S'])

export interface StormEvents {
  accepted(accepted: Accepted): void
  bought(purchase: Purchase): void
  /** An answer that must not happen. */
  wrong(what: string): void
}

/** Users who take part in a storm. */
export interface Crowd {
  users: readonly ChaosUser[]
  leavers: readonly ChaosUser[]
  /** Users who came by a link, and buy with a card of their own. */
  invited: readonly ChaosUser[]
  promotion: string
}

/** True with this chance in percent. */
function chance(percent: number): boolean {
  return randomInt(100) < percent
}

/** Who leaves does so by then. */
const LEAVE_WITHIN_MS = 12_000

/**
 * Acts of people while the servers die: they order drawings, tools, batches, grids, packs and sets of headshots, again if no
 * answer came, twice by accident, and cancel; have models trained and stop them, and prompts improved; buy credits, with and
 * without a promotion code, paying twice by accident; and some delete their accounts in the midst of it.
 */
export class Storm {
  readonly #url: string
  readonly #events: StormEvents
  readonly #stop = new AbortController()
  /** Whose calls may be refused, for their accounts may be gone at any moment. */
  #leavers = new Set<string>()
  #customers: Promise<void>[] = []
  /** Code of this storm's promotion for packs. */
  #promotion: string | undefined
  /** By the body of their answers. */
  readonly #asked = new WeakMap<object, string>()

  constructor(url: string, events: StormEvents) {
    this.#url = url
    this.#events = events
  }

  /** @param eachUser how many orders of a user may be on their way at once */
  start({ users, leavers, invited, promotion }: Crowd, eachUser: number): void {
    this.#promotion = promotion
    this.#leavers = new Set(leavers.map(({ id }) => id))
    this.#customers = [...users, ...leavers].flatMap((user) => [
      ...Array.from({ length: eachUser }, () => this.#order(user)),
      this.#buy(user),
    ])
    this.#customers.push(
      ...users.flatMap((user) => [
        this.#train(user),
        this.#orderWith(user, orderSets),
        this.#orderWith(user, askForWords),
      ]),
      ...invited.map((user) => this.#buy(user, INVITED_CARD)),
      ...leavers.map((user) => this.#leave(user)),
    )
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
          this.#tellWrong(error)
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
      if (placed.what === 'run') await this.#untilSettled(user, call, placed.id)
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
    const ids: Partial<OwnImages> = {}
    for (const [name, file] of Object.entries(files)) {
      const id = await send(file)
      if (id === undefined) return null
      ids[name as keyof OwnImages] = id
    }
    return ids as OwnImages
  }

  #train(user: ChaosUser): Promise<void> {
    return trainStudios(
      this.#clientOf(user),
      (request, refusals) => this.#until(user, request, refusals),
      this.#stop.signal,
    )
  }

  #orderWith(user: ChaosUser, order: typeof orderSets): Promise<void> {
    return order(
      this.#clientOf(user),
      (request, refusals) => this.#until(user, request, refusals),
      { signal: this.#stop.signal, wrong: this.#events.wrong },
    )
  }

  #clientOf({ token }: ChaosUser): Call {
    const transport = fetchTransport(this.#url, { headers: { authorization: `Token ${token}` } })
    return createClient(async (request) => {
      const response = await transport(request)
      if (typeof response.body === 'object' && response.body !== null)
        this.#asked.set(response.body, `${request.method} ${request.url}`)
      return response
    })
  }

  /** An answer that must not happen, with what was asked. */
  #tellWrong({ status, body }: ApiError): void {
    const asked = typeof body === 'object' && body !== null ? this.#asked.get(body) : undefined
    this.#events.wrong(`${asked}: ${status} ${JSON.stringify(body)}`)
  }

  async #buy(user: ChaosUser, card = USUAL_CARD): Promise<void> {
    const call = this.#clientOf(user)
    /** Each account may use the code once. */
    let isUsed: boolean = false
    while (!this.#stop.signal.aborted) {
      await sleep(randomInt(1500))
      const promotion: string | undefined = !isUsed && chance(70) ? this.#promotion : undefined
      const query = {
        quantity: String(PACK_CREDITS),
        ...(promotion !== undefined && { promotion }),
      }
      const checkout = await this.#until(user, () =>
        call(api.billing.checkout, { query }, timeout()),
      )
      const session = /\/test-checkout\/([^/?]+)/.exec(checkout?.url ?? '')?.[1]
      if (session === undefined) continue
      const pay = () => this.#until(user, () => this.#pay(session, card))
      const answers = await Promise.all(chance(30) ? [pay(), pay()] : [pay()])
      if (!answers.includes('complete')) continue
      isUsed ||= promotion !== undefined
      this.#events.bought({ user: user.id, session, promoted: promotion !== undefined })
      if (chance(50)) continue
      // Back before the webhook, or not at all.
      const back = { query: { session_id: session } }
      await this.#until(user, () => call(api.billing.checkoutSuccess, back, timeout()))
    }
  }

  /** @returns the session's status */
  async #pay(session: string, card: string): Promise<string> {
    const answer = await fetch(`${this.#url}/test-checkout/${session}/pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card }),
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
    const draft = 'pack' in order ? await this.#draft(user, call, order.pack) : null
    if ('pack' in order && draft === null) return null
    const placing = () =>
      'pack' in order ? placeRun(call, draft ?? '', key) : place(call, order, key)
    const send = () => this.#until(user, placing)
    const answers = await Promise.all(chance(20) ? [send(), send()] : [send()])
    const placed = answers.filter((answer) => answer !== null)
    const ids = new Set(placed.map(({ id }) => id))
    if (ids.size > 1) this.#events.wrong(`the key ${key} made ${ids.size} orders`)
    const [first] = placed
    if (!first) return null
    // What goes with its account is not looked for later.
    if (!this.#leavers.has(user.id)) this.#events.accepted({ key, job: first.jobs[0] ?? first.id })
    return first
  }

  /** A pack of somebody's own. @returns its id; null when the storm is over first */
  async #draft(user: ChaosUser, call: Call, pack: typeof SMALL_PACK): Promise<string | null> {
    const made = await this.#until(user, () =>
      call(api.photoPacks.create, { body: pack }, timeout()),
    )
    return made?.id ?? null
  }

  /** Until nothing of a run is to come. What kills kept from being made is tried once more now and then, or given back. */
  async #untilSettled(user: ChaosUser, call: Call, id: string): Promise<void> {
    let triesAgain = chance(50)
    while (!this.#stop.signal.aborted) {
      const run = await this.#until(user, () =>
        call(api.photoPacks.readRun, { params: { id } }, timeout()),
      )
      if (!run) return
      if (run.counts.open === 0) {
        if (run.cost.held === 0) return
        const act = triesAgain ? api.photoPacks.retry : api.photoPacks.cancelRun
        triesAgain = false
        await this.#until(user, () => call(act, { params: { id }, body: {} }, timeout()))
      }
      await sleep(250)
    }
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

  /**
   * Repeats a request until it is answered; answers that ask for patience are repeated too.
   * @param refusals that may happen as well
   */
  async #until<T>(
    user: ChaosUser,
    request: () => Promise<T>,
    refusals: readonly string[] = [],
  ): Promise<T | null> {
    while (!this.#stop.signal.aborted) {
      try {
        return await request()
      } catch (error) {
        const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
        if (isRefusal) {
          if (this.#leavers.has(user.id) || refusals.includes(error.code ?? '')) return null
          this.#tellWrong(error)
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
  what: 'job' | 'batch' | 'run'
  id: string
  /** Of a run none: they come one after the other. */
  jobs: string[]
}

const keyed = (key: string) => ({ ...timeout(), headers: { [IDEMPOTENCY_KEY_HEADER]: key } })

async function place(
  call: Call,
  order: Exclude<Order, { pack: unknown }>,
  key: string,
): Promise<Placed> {
  if ('body' in order) {
    const { id } = await call(api.inferenceJobs.create, order, keyed(key))
    return { what: 'job', id, jobs: [id] }
  }
  if ('grid' in order) {
    const { id } = await call(api.grids.create, { body: order.grid }, keyed(key))
    const { results } = await call(api.inferenceJobs.batch, { params: { id } }, timeout())
    return { what: 'batch', id, jobs: results.map((job) => job.id) }
  }
  const { id, results } = await call(api.inferenceJobs.createBatch, { body: order }, keyed(key))
  return { what: 'batch', id, jobs: results.map((job) => job.id) }
}

async function placeRun(call: Call, draft: string, key: string): Promise<Placed> {
  const input = { params: { id: draft }, body: { training: null } }
  const { id } = await call(api.photoPacks.run, input, keyed(key))
  return { what: 'run', id, jobs: [] }
}

const CANCELS = {
  job: api.inferenceJobs.cancel,
  batch: api.inferenceJobs.cancelBatch,
  run: api.photoPacks.cancelRun,
}

async function cancel(call: Call, { what, id }: Placed): Promise<void> {
  await call(CANCELS[what], { params: { id }, body: {} }, timeout())
}

const uploadedPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

function timeout(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }
}
