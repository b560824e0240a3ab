import {
  advance,
  correct,
  endOf,
  type Head,
  NEW_LINE,
  orderTurns,
  startOf,
  type Waiting,
} from '#server/domains/jobs/queue/fair-turns.ts'

/** Something that a person orders; of a batch each image is one. */
export interface SimulatedOrder {
  at: number
  user: string
  weight: number
  /** Jobs that its person may run at once. */
  limit: number
  /** Seconds that it takes. */
  cost: number
  /** Seconds that it is expected to take; as long as it takes where that is not said. */
  expected?: number
}

export interface SimulatedJob extends SimulatedOrder {
  id: string
  began: number
  ended: number
}

/** As admission knows it: what nothing was begun after is not seen yet. */
type Open = SimulatedJob & {
  expected: number
  came: number | null
  passed: number
  passedBefore: number
}

interface Rules {
  come?: (job: Open) => void
  /** Gives the turn to one of the waiting jobs of persons who may run one more. */
  choose: (candidates: readonly Open[]) => Open | undefined
  end?: (job: Open) => void
}

/**
 * A line in virtual time, with admission's steps: who comes is seen at the next turn, and a free slot takes the next turn.
 * @param orders by when they come
 * @param next what a person orders when something of theirs is done, if anything
 */
class Simulation {
  now = 0
  readonly jobs: Open[] = []
  waiting: Open[] = []
  running: Open[] = []
  readonly #coming: SimulatedOrder[]
  readonly #slots: number
  readonly #next: ((job: SimulatedJob, now: number) => SimulatedOrder[]) | undefined

  constructor(
    orders: readonly SimulatedOrder[],
    slots: number,
    next?: (job: SimulatedJob, now: number) => SimulatedOrder[],
  ) {
    this.#coming = orders.toSorted((a, b) => a.at - b.at)
    this.#slots = slots
    this.#next = next
  }

  run({ come, choose, end }: Rules, until = Infinity): SimulatedJob[] {
    while (this.now <= until) {
      const order = this.#coming[0]
      const done = this.running.reduce<Open | undefined>(
        (first, job) => (!first || job.ended < first.ended ? job : first),
        undefined,
      )
      if (!order && !done) break
      if (order && (!done || order.at <= done.ended)) {
        this.now = order.at
        while (this.#coming[0] && this.#coming[0].at <= this.now)
          this.#come(this.#coming.shift()!, come)
      } else if (done) {
        this.now = done.ended
        this.running = this.running.filter((job) => job !== done)
        end?.(done)
        const again = this.#next?.(done, this.now) ?? []
        this.#coming.push(...again)
        this.#coming.sort((a, b) => a.at - b.at)
        if (this.#coming[0] && this.#coming[0].at <= this.now) continue
      }
      while (this.running.length < this.#slots) {
        const chosen = choose(this.waiting.filter((job) => this.#mayRun(job)))
        if (!chosen) break
        chosen.began = this.now
        chosen.ended = this.now + chosen.cost
        this.waiting = this.waiting.filter((job) => job !== chosen)
        this.running.push(chosen)
      }
    }
    return this.jobs
  }

  #come(order: SimulatedOrder, come: Rules['come']): void {
    const id = String(this.jobs.length).padStart(8, '0')
    const { expected = order.cost } = order
    const unseen = { came: null, passed: 0, passedBefore: 0 }
    const job = { ...order, expected, id, began: NaN, ended: NaN, ...unseen }
    come?.(job)
    this.jobs.push(job)
    this.waiting.push(job)
  }

  #mayRun({ user, limit }: Open): boolean {
    return this.running.filter((job) => job.user === user).length < limit
  }
}

interface SimulationOptions {
  slots?: number
  /** What a person orders when something of theirs is done. */
  next?: (job: SimulatedJob, now: number) => SimulatedOrder[]
  /** Seconds. */
  until?: number
  /** Sees what waits and runs when something came. */
  onCome?: (job: SimulatedJob, view: LineView) => void
}

/** What an estimate would see. */
export interface LineView {
  now: number
  line: { turn: number; done: number }
  waiting: readonly Open[]
  running: readonly Open[]
  ended: ReadonlyMap<string, number>
}

/** By the rule of the queue. */
export function simulateFairTurns(
  orders: readonly SimulatedOrder[],
  { slots = 1, next, until, onCome }: SimulationOptions = {},
): SimulatedJob[] {
  const simulation = new Simulation(orders, slots, next)
  let line = NEW_LINE
  const ended = new Map<string, number>()
  function come(job: Open): void {
    const { now, waiting, running } = simulation
    const copies = [...waiting, job].map((one) => ({ ...one }))
    onCome?.(job, { now, line, waiting: copies, running: [...running], ended })
  }
  function choose(candidates: readonly Open[]): Open | undefined {
    for (const job of simulation.waiting) job.came ??= line.done
    const heads = new Map<string, Open & Head>()
    const waiting: Waiting[] = []
    let ahead = 0
    for (const job of candidates) {
      const { id, user, expected, came, passed, passedBefore } = job
      if (!heads.has(user)) heads.set(user, { ...job, cost: expected, ended: ended.get(user) ?? 0 })
      waiting.push({ id, came: came ?? line.done, ahead, passed, passedBefore })
      ahead += expected
    }
    const [head] = orderTurns(line, [...heads.values()], waiting)
    if (!head) return undefined
    const start = startOf(line, head)
    line = advance(line, start, head)
    ended.set(head.user, endOf(start, head))
    for (const job of simulation.waiting) if (job.id < head.id) job.passed += head.cost
    return candidates.find(({ id }) => id === head.id)
  }
  function end({ id, expected, cost }: Open): void {
    line = correct(line, expected, cost)
    for (const job of simulation.waiting) if (job.id < id) job.passed += cost - expected
  }
  return simulation.run({ come, choose, end }, until)
}

/** First come, first served, with the same limits. */
export const simulateFirstCome = (
  orders: readonly SimulatedOrder[],
  { slots = 1, next, until }: SimulationOptions = {},
): SimulatedJob[] =>
  new Simulation(orders, slots, next).run({ choose: ([oldest]) => oldest }, until)
