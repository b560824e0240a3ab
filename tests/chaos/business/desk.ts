import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/client.ts'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { CookieJar, fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import type { Deed } from './deeds.ts'

type Call = ReturnType<typeof createClient>

interface Colleague {
  id: string
  call: Call
}

export interface Customer {
  id: string
  email: string
  call: Call
  /** Another account that logs in with the same browser. */
  partner?: string
}

const RETRY_MS = 150
const REQUEST_TIMEOUT_MS = 15_000
/** One request of so many is pressed twice at the same moment. */
const TWICE_IN = 4

export const patience = (): { signal: AbortSignal } => ({
  signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
})

const clientOf = (url: string, token?: string): Call =>
  createClient(
    fetchTransport(
      url,
      token === undefined ? {} : { headers: { authorization: `Token ${token}` } },
    ),
  )

/** True with this chance in percent. */
export const chance = (percent: number): boolean => randomInt(100) < percent

/** Presses buttons of the console and of customers until they are answered, also twice at once, while processes die. */
export class Desk {
  readonly url: string
  readonly colleagues: readonly Colleague[]
  readonly #done: (deed: Deed) => void
  readonly #wrong: (what: string) => void

  constructor(
    url: string,
    colleagues: readonly Colleague[],
    events: { done(deed: Deed): void; wrong(what: string): void },
  ) {
    this.url = url
    this.colleagues = colleagues
    this.#done = events.done
    this.#wrong = events.wrong
  }

  done(deed: Deed): void {
    this.#done(deed)
  }

  /** Any of the colleagues. */
  someone(): Colleague {
    return this.colleagues[randomInt(this.colleagues.length)]!
  }

  /** A colleague other than this one. */
  another({ id }: Colleague): Colleague {
    return this.colleagues.find((one) => one.id !== id)!
  }

  /**
   * Repeats a request until it is answered.
   * @param refusals codes that say that an answer which was lost had done it; null is returned for them
   * @throws {ApiError} the refusal, where it is another one
   */
  async until<T>(request: () => Promise<T>, refusals: readonly string[] = []): Promise<T | null> {
    for (;;) {
      try {
        return await request()
      } catch (error) {
        const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
        if (isRefusal && refusals.includes(error.code ?? '')) return null
        if (isRefusal) {
          this.#wrong(`${error.status} ${JSON.stringify(error.body)} ${error.stack ?? ''}`)
          throw error
        }
      }
      // A request that was begun is brought to its end also after the storm.
      await sleep(RETRY_MS)
    }
  }

  /** The same, now and then pressed twice at the same moment; both have the same answer. */
  async press<T extends { id: string }>(request: () => Promise<T>): Promise<T> {
    const once = async () => (await this.until(request)) as T
    if (randomInt(TWICE_IN) > 0) return once()
    const [first, second] = await Promise.all([once(), once()])
    if (first.id !== second.id) this.#wrong(`one press was taken twice: ${first.id}, ${second.id}`)
    return first
  }

  /** Waits until something is there. @param refusals after which it is looked once more */
  async see<T>(
    look: () => Promise<T | null | undefined>,
    refusals: readonly string[] = [],
  ): Promise<T> {
    for (;;) {
      const seen = await this.until(look, refusals)
      if (seen !== null && seen !== undefined) return seen
      await sleep(RETRY_MS)
    }
  }
}

interface InboxMail {
  to: string
  links: string[]
}

/** Opens an account as a browser does, with the link of the mail; before anything is killed. */
export async function registerCustomer(
  url: string,
  email: string,
  cookies = new CookieJar(),
): Promise<Customer> {
  const browser = createClient(fetchTransport(url, { cookies }))
  await browser(api.accounts.register, {
    body: { first_name: 'Bo', email, password1: PASSWORD, password2: PASSWORD },
  })
  const inbox = (await (await fetch(`${url}/dev/inbox.json`)).json()) as InboxMail[]
  const links = inbox.filter(({ to }) => to === email).flatMap((mail) => mail.links)
  const link = links.find((one) => new URL(one).searchParams.has('key'))
  if (link === undefined) throw new Error(`No mail to confirm ${email} came`)
  const key = new URL(link).searchParams.get('key') ?? ''
  await browser(api.accounts.verifyEmail, { body: { key, password: PASSWORD } })
  const { key: token } = await browser(api.accounts.login, { body: { email, password: PASSWORD } })
  const call = clientOf(url, token)
  const { id } = await call(api.users.me, {})
  return { id, email, call }
}
