import {
  advance,
  dueAfter,
  type Due,
  endOf,
  type Head,
  type Line,
  nextTurn,
  startOf,
} from './fair-turns.ts'

/** A waiting job in a replay. */
export interface ReplayedJob {
  id: string
  user: string
  /** What was ordered together. */
  order: string
  weight: number
  /** Jobs that its person may run at once. */
  limit: number
  /** What the rule counts it as. */
  cost: number
  /** Seconds that it takes in this replay. */
  seconds: number
  /** Null: it came after the last turn. */
  due: number | null
}

export interface ReplayedLine {
  line: Line
  slots: number
  /** What waits, oldest first. */
  waiting: readonly ReplayedJob[]
  /** What runs, and the seconds that are left of it. */
  running: readonly { job: ReplayedJob; left: number }[]
  /** Where the last turns of persons ended. */
  ended: ReadonlyMap<string, number>
  /** Persons who are taken to order another job like it whenever one of theirs is done. */
  returning: ReadonlySet<string>
}

/** What becomes of a waiting job: how many waiting ones go before it, and in how many seconds it begins. */
export interface Begins {
  before: number
  seconds: number
}

/** Enough for all but the longest lines; what is left then is told by its place among the rest. */
const MAX_TURNS = 2000

interface Working {
  job: ReplayedJob
  until: number
}

/**
 * Plays a line on by its rule, from what waits and runs now.
 * @returns when each waiting job begins, by id
 */
export function replayTurns(from: ReplayedLine): Map<string, Begins> {
  const replay = new Replay(from)
  const begins = new Map<string, Begins>()
  for (let turns = 0; begins.size < from.waiting.length && turns < MAX_TURNS; turns++) {
    const taken = replay.take()
    if (!taken) break
    if (taken.isReal) begins.set(taken.job.id, { before: begins.size, seconds: taken.seconds })
  }
  let { now } = replay
  for (const job of from.waiting) {
    if (begins.has(job.id)) continue
    begins.set(job.id, { before: begins.size, seconds: now })
    now += job.seconds / Math.max(1, from.slots)
  }
  return begins
}

class Replay {
  now = 0
  #line: Line
  readonly #slots: number
  readonly #returning: ReadonlySet<string>
  readonly #real: ReadonlySet<string>
  readonly #ended: Map<string, number>
  /** Waiting jobs of each person, oldest first. */
  readonly #waiting = new Map<string, ReplayedJob[]>()
  /** By when they are due. */
  readonly #dues: (Due & { user: string })[] = []
  readonly #working: Working[]
  /** Orders that a person has open; of one who comes again so many stay open. */
  readonly #open = new Map<string, number>()
  #largest = 0
  #ahead = 0
  #returned = 0

  constructor({ line, slots, waiting, running, ended, returning }: ReplayedLine) {
    this.#line = line
    this.#slots = Math.max(1, slots)
    this.#returning = returning
    this.#ended = new Map(ended)
    this.#real = new Set(waiting.map(({ id }) => id))
    for (const job of waiting) this.#add(job)
    this.#working = running.map(({ job, left }) => ({ job, until: left }))
    const jobs = [...waiting, ...running.map(({ job }) => job)]
    for (const [user, all] of Map.groupBy(jobs, (job) => job.user))
      this.#open.set(user, new Set(all.map(({ order }) => order)).size)
  }

  /** Gives the next turn, and lets time pass until there is one; null: nothing can ever begin. */
  take(): { job: ReplayedJob; seconds: number; isReal: boolean } | null {
    for (;;) {
      const job = this.#working.length < this.#slots ? this.#choose() : undefined
      if (job) return { job, seconds: this.now, isReal: this.#real.has(job.id) }
      if (!this.#finishOne()) return null
    }
  }

  #choose(): ReplayedJob | undefined {
    const heads: (Head & { job: ReplayedJob })[] = []
    const full = new Set<string>()
    for (const [user, [job]] of this.#waiting) {
      if (!job) continue
      if (this.#working.filter((one) => one.job.user === user).length >= job.limit) full.add(user)
      else {
        const { id, cost, weight } = job
        heads.push({ id, cost, weight, ended: this.#ended.get(user) ?? 0, job })
      }
    }
    const head = nextTurn(this.#line, heads, this.#urgent(full))
    if (!head) return undefined
    const { job } = head
    const start = startOf(this.#line, head)
    this.#line = advance(this.#line, start, head)
    this.#ended.set(job.user, endOf(start, head))
    this.#ahead -= job.cost
    this.#waiting.get(job.user)!.shift()
    this.#dues.splice(
      this.#dues.findIndex(({ id }) => id === job.id),
      1,
    )
    this.#working.push({ job, until: this.now + job.seconds })
    return job
  }

  #urgent(full: ReadonlySet<string>): Due[] {
    const end = this.#dues.findIndex(({ due }) => due >= this.#line.done + this.#largest)
    const urgent = end < 0 ? this.#dues : this.#dues.slice(0, end)
    return full.size === 0 ? urgent : urgent.filter(({ user }) => !full.has(user))
  }

  #finishOne(): boolean {
    let first: Working | undefined
    for (const one of this.#working) if (!first || one.until < first.until) first = one
    if (!first) return false
    this.#working.splice(this.#working.indexOf(first), 1)
    this.now = Math.max(this.now, first.until)
    this.#orderAgain(first.job)
    return true
  }

  #orderAgain(job: ReplayedJob): void {
    if (!this.#returning.has(job.user)) return
    const open =
      (this.#waiting.get(job.user)?.length ?? 0) +
      this.#working.filter((one) => one.job.user === job.user).length
    if (open >= (this.#open.get(job.user) ?? 0)) return
    // Younger than all that is there: `~` comes after every digit and letter.
    this.#add({ ...job, id: `~${String(this.#returned++).padStart(8, '0')}`, due: null })
  }

  #add(job: ReplayedJob): void {
    const jobs = this.#waiting.get(job.user)
    if (jobs) jobs.push(job)
    else this.#waiting.set(job.user, [job])
    const due = job.due ?? dueAfter(this.#line, this.#ahead)
    this.#ahead += job.cost
    this.#largest = Math.max(this.#largest, job.cost)
    const place = this.#dues.findLastIndex((other) => other.due <= due) + 1
    this.#dues.splice(place, 0, { id: job.id, user: job.user, due })
  }
}
