import {
  advance,
  correct,
  endOf,
  type Head,
  type Line,
  mayPass,
  mayPassFrom,
  nextTurn,
  startOf,
  type Waiting,
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
  /** As `done` of its line when it came; null: it came after the last turn. */
  came: number | null
  /** Seconds of what came after it and was begun. */
  passed: number
  /** As `passed` when it came; of one that came after the last turn that is what it is now. */
  passedBefore: number
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

/** A person in a replay: the head of what they have waiting, while anything is. */
interface Person extends Head {
  /** Waiting jobs, oldest first. */
  jobs: Open[]
  /** Jobs that run. */
  busy: number
  /** Orders that they have open at first; of one who comes again so many stay open. */
  open: number
  returns: boolean
}

interface Open {
  job: ReplayedJob
  person: Person
  /** As the rule of turns reads it; `ahead` is counted when it is looked at. */
  waiting: Waiting
}

interface Working {
  job: ReplayedJob
  person: Person
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

/** A line is played for every new job of it, so nothing here is made anew for a turn. */
class Replay {
  now = 0
  #line: Line
  readonly #slots: number
  readonly #real: ReadonlySet<string>
  readonly #people = new Map<string, Person>()
  /** Those who may begin one more job. */
  readonly #heads: Person[] = []
  /** What waits, oldest first. */
  readonly #open: Open[] = []
  readonly #working: Working[]
  #largest = 0
  #returned = 0

  constructor({ line, slots, waiting, running, ended, returning }: ReplayedLine) {
    this.#line = line
    this.#slots = Math.max(1, slots)
    this.#real = new Set(waiting.map(({ id }) => id))
    const jobs = [...waiting, ...running.map(({ job }) => job)]
    for (const [user, all] of Map.groupBy(jobs, (job) => job.user))
      this.#people.set(user, {
        id: '',
        cost: 0,
        weight: 1,
        ended: ended.get(user) ?? 0,
        jobs: [],
        busy: 0,
        open: new Set(all.map(({ order }) => order)).size,
        returns: returning.has(user),
      })
    this.#working = running.map(({ job, left }) => {
      const person = this.#people.get(job.user)!
      person.busy += 1
      return { job, person, until: left }
    })
    for (const job of waiting) this.#add(job)
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
    const person = nextTurn(this.#line, this.#heads, this.#unpassable())
    if (!person) return undefined
    const open = person.jobs.shift()!
    const { job } = open
    const start = startOf(this.#line, person)
    this.#line = correct(advance(this.#line, start, person), job.cost, job.seconds)
    person.ended = endOf(start, person)
    person.busy += 1
    this.#look(person)
    const place = this.#open.indexOf(open)
    for (let older = 0; older < place; older++) this.#open[older]!.waiting.passed += job.seconds
    this.#open.splice(place, 1)
    this.#working.push({ job, person, until: this.now + job.seconds })
    return job
  }

  /** Notes what is the oldest waiting job of a person now, and whether it may begin. */
  #look(person: Person): void {
    const first = person.jobs[0]?.job
    if (first) Object.assign(person, { id: first.id, cost: first.cost, weight: first.weight })
    const at = this.#heads.indexOf(person)
    const isHead = first !== undefined && person.busy < first.limit
    if (isHead && at < 0) this.#heads.push(person)
    if (!isHead && at >= 0) this.#heads.splice(at, 1)
  }

  /** Waiting jobs of persons who may begin one more, oldest first, that the largest job may not pass. */
  #unpassable(): Waiting[] {
    const found: Waiting[] = []
    let ahead = 0
    for (const { job, person, waiting } of this.#open) {
      waiting.ahead = ahead
      if (this.#heads.includes(person)) {
        if (!mayPass(this.#line, waiting, this.#largest)) found.push(waiting)
        else if (mayPassFrom(waiting, this.#largest)) break
        ahead += job.cost
      }
    }
    return found
  }

  #finishOne(): boolean {
    let first: Working | undefined
    for (const one of this.#working) if (!first || one.until < first.until) first = one
    if (!first) return false
    this.#working.splice(this.#working.indexOf(first), 1)
    this.now = Math.max(this.now, first.until)
    first.person.busy -= 1
    this.#look(first.person)
    this.#orderAgain(first)
    return true
  }

  #orderAgain({ job, person: { returns, jobs, busy, open } }: Working): void {
    if (!returns || jobs.length + busy >= open) return
    // Younger than all that is there: `~` comes after every digit and letter.
    this.#add({
      ...job,
      id: `~${String(this.#returned++).padStart(8, '0')}`,
      came: null,
      passed: 0,
      passedBefore: 0,
    })
  }

  #add(job: ReplayedJob): void {
    const person = this.#people.get(job.user)!
    const waiting = {
      id: job.id,
      came: job.came ?? this.#line.done,
      ahead: 0,
      passed: job.passed,
      passedBefore: job.came === null ? job.passed : job.passedBefore,
    }
    const open: Open = { job, person, waiting }
    person.jobs.push(open)
    if (person.jobs.length === 1) this.#look(person)
    this.#largest = Math.max(this.#largest, job.cost)
    this.#open.push(open)
  }
}
