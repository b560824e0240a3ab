import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import type { Cluster } from '../cluster.ts'
import { createColleague } from '../growth.ts'
import { ACTS } from './acts.ts'
import type { Deed } from './deeds.ts'
import { type Customer, Desk, registerCustomer } from './desk.ts'
import { announce, changePrices, planPrice, promote } from './shop-acts.ts'

/** Colleagues who are there from the first round on; two of them, for large sums. */
const COLLEAGUES = 2
/** Customers for each kind of act in a round. */
const CUSTOMERS_EACH = 3

/** The staff and the customers whom they have to do with, all at work while processes die. */
export class Office {
  readonly #desk: Desk
  readonly #customers: Map<string, Customer[]>
  readonly #stop = new AbortController()
  #work: Promise<void>[] = []

  private constructor(desk: Desk, customers: Map<string, Customer[]>) {
    this.#desk = desk
    this.#customers = customers
  }

  /** Opens their accounts; nothing may be killed meanwhile. */
  static async open(
    cluster: Pick<Cluster, 'url' | 'env'>,
    events: { done(deed: Deed): void; wrong(what: string): void },
  ): Promise<Office> {
    const colleagues = []
    for (let at = 0; at < COLLEAGUES; at += 1) colleagues.push(await createColleague(cluster))
    const customers = new Map<string, Customer[]>()
    for (const act of Object.keys(ACTS)) {
      const these: Customer[] = []
      for (let at = 0; at < CUSTOMERS_EACH; at += 1) {
        const name = `chaos-${act.toLowerCase()}-${Date.now()}`
        const cookies = new CookieJar()
        const customer = await registerCustomer(cluster.url, `${name}@example.com`, cookies)
        if (act !== 'decideAndUndo') {
          these.push(customer)
          continue
        }
        const { id } = await registerCustomer(cluster.url, `${name}-too@example.com`, cookies)
        these.push({ ...customer, partner: id })
      }
      customers.set(act, these)
    }
    return new Office(new Desk(cluster.url, colleagues, events), customers)
  }

  start(): void {
    const desk = this.#desk
    this.#work = Object.entries(ACTS).map(async ([name, act]) => {
      for (const customer of this.#customers.get(name) ?? []) {
        // Spread over the storm.
        await this.#pause(randomInt(20_000))
        await act(desk, customer)
      }
    })
    this.#work.push(
      this.#again(() => announce(desk)),
      this.#again(() => changePrices(desk)),
      this.#again(() => planPrice(desk)),
      this.#again(() => promote(desk)),
    )
  }

  /** Nothing new is begun by those who repeat their acts; resolves once every act has come to its end. */
  async stop(): Promise<void> {
    this.#stop.abort()
    const ends = await Promise.allSettled(this.#work)
    for (const end of ends) if (end.status === 'rejected') console.log(`ACT ${String(end.reason)}`)
  }

  async #again(act: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await act()
      await this.#pause(randomInt(3000))
    }
  }

  /** Ends when the storm does. */
  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }
}
