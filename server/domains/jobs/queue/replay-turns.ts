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

/** Jobs that somebody is taken to order are younger than all that wait, also than those that join them. */
const TAKEN_IDS = 1e9

/** A person in a replay: the head of what they have waiting, while anything is. */
interface Person extends Head<number> {
  /** Jobs that wait or have begun, oldest first, and the place of the first that waits. */
  jobs: Open[]
  next: number
  /** Jobs that run. */
  busy: number
  /** They may begin one more job. */
  isHead: boolean
  /** Orders that one who comes again has open at first: so many stay open. */
  orders: Set<string> | null
  /** It was asked whether they order again. */
  wasAsked: boolean
}

/** A job of a replay, as the rule of turns reads it; `ahead` is counted when it is looked at. */
interface Open extends Waiting<number> {
  job: ReplayedJob
  person: Person
  /** It waits, and is none that somebody is taken to order. */
  isReal: boolean
  hasBegun: boolean
  /** Of a real one that was told. */
  begins: Begins | null
}

interface Working {
  job: ReplayedJob
  person: Person
  until: number
}

/** A line that is played on, as far as somebody asks. */
export interface LinePlay {
  /**
   * Lets a new job join those that wait as the youngest, so that the turns that were played need not be played again.
   * @param returns whether its person is taken to order again
   * @returns false, with nothing changed, where the line with this job in it would have gone another way
   */
  join(job: ReplayedJob, returns: boolean): boolean
  /** Tells when a waiting job begins; undefined for one that does not wait. What comes after it is not played yet. */
  begins(id: string): Begins | undefined
}

/** Plays a line on by its rule, from what waits and runs now. */
export function playTurns({ waiting, slots, ...from }: ReplayedLine): LinePlay {
  const replay = new Replay({ waiting, slots, ...from })
  let begun = 0
  let turns = 0
  let isTold = false

  /** Gives one more turn. @returns whether there was one to give */
  function playOne(): boolean {
    if (begun === replay.real.length || turns === MAX_TURNS) return false
    const open = replay.take()
    turns += 1
    if (open?.isReal) open.begins = { before: begun++, seconds: replay.now }
    return open !== null
  }

  function tellRest(): void {
    isTold = true
    let { now } = replay
    for (const open of replay.real) {
      if (open.begins) continue
      open.begins = { before: begun++, seconds: now }
      now += open.job.seconds / Math.max(1, slots)
    }
  }

  return {
    join: (job, returns) => !isTold && replay.join(job, returns),
    begins(id) {
      // The newest is asked for most.
      const open = replay.real.findLast(({ job }) => job.id === id)
      if (!open) return undefined
      while (!open.begins) if (!playOne()) tellRest()
      return open.begins
    },
  }
}

/** Whether somebody would have ordered again as often with one more order. */
const mayOrder = ({ orders, wasAsked }: Person, order: string, returns: boolean): boolean =>
  orders === null ? !returns : !wasAsked || !orders.has(order)

/** A line is played for many a new job of it, so little is made here, and nothing again for a turn. */
class Replay {
  now = 0
  /** Jobs that wait at the start, oldest first. */
  readonly real: Open[] = []
  /** As it was at the start. */
  readonly #from: Line
  #line: Line
  readonly #slots: number
  readonly #people = new Map<string, Person>()
  /** Those who may begin one more job. */
  readonly #heads: Person[] = []
  /** Jobs that wait or have begun, oldest first, and the index of the first that waits. */
  readonly #open: Open[] = []
  #first = 0
  readonly #working: Working[] = []
  #largest = 0
  /** A job began that somebody is taken to order. */
  #hasTaken = false
  /** A slot was free that nobody could take. */
  #wasIdle = false
  readonly #ended: ReplayedLine['ended']
  readonly #returning: ReplayedLine['returning']

  constructor({ line, slots, waiting, running, ended, returning }: ReplayedLine) {
    this.#from = this.#line = line
    this.#slots = Math.max(1, slots)
    this.#ended = ended
    this.#returning = returning
    for (const { job, left } of running) {
      const person = this.#personOf(job)
      person.busy += 1
      this.#working.push({ job, person, until: left })
    }
    for (const job of waiting) this.#add(job, this.#personOf(job), true)
  }

  /**
   * Lets a job join that is younger than all that wait. Its turn comes after those that were given: the clock has not gone past the
   * start of it, no slot was left free meanwhile, and nothing younger has begun or waits for its person.
   */
  join(job: ReplayedJob, returns: boolean): boolean {
    if (this.#hasTaken || this.#wasIdle) return false
    const known = this.#people.get(job.user)
    const waits = known !== undefined && known.next < known.jobs.length
    const start = Math.max(this.#from.turn, known?.ended ?? this.#ended.get(job.user) ?? 0)
    if (waits ? !known.jobs.at(-1)!.isReal : this.#line.turn > start) return false
    if (known && !mayOrder(known, job.order, returns)) return false
    this.#add(job, this.#personOf(job, returns), true)
    return true
  }

  /** Finds who ordered a job that is there at first. */
  #personOf({ user, order }: ReplayedJob, returns = this.#returning.has(user)): Person {
    let person = this.#people.get(user)
    if (!person) {
      person = {
        id: 0,
        cost: 0,
        weight: 1,
        ended: this.#ended.get(user) ?? 0,
        jobs: [],
        next: 0,
        busy: 0,
        isHead: false,
        orders: returns ? new Set() : null,
        wasAsked: false,
      }
      this.#people.set(user, person)
    }
    person.orders?.add(order)
    return person
  }

  /** Gives the next turn, and lets time pass until there is one; null: nothing can ever begin. */
  take(): Open | null {
    for (;;) {
      if (this.#working.length < this.#slots) {
        const open = this.#choose()
        if (open) return open
        this.#wasIdle = true
      }
      if (!this.#finishOne()) return null
    }
  }

  #choose(): Open | undefined {
    const person = nextTurn(this.#line, this.#heads, this.#unpassable())
    if (!person) return undefined
    const open = person.jobs[person.next++]!
    const { job } = open
    const start = startOf(this.#line, person)
    this.#line = correct(advance(this.#line, start, person), job.cost, job.seconds)
    person.ended = endOf(start, person)
    person.busy += 1
    open.hasBegun = true
    this.#hasTaken ||= !open.isReal
    this.#look(person)
    for (let older = this.#first; this.#open[older] !== open; older++)
      this.#open[older]!.passed += job.seconds
    while (this.#open[this.#first]?.hasBegun) this.#first += 1
    this.#working.push({ job, person, until: this.now + job.seconds })
    return open
  }

  /** Notes what is the oldest waiting job of a person now, and whether it may begin. */
  #look(person: Person): void {
    const first = person.jobs[person.next]
    if (first) {
      person.id = first.id
      person.cost = first.job.cost
      person.weight = first.job.weight
    }
    const isHead = first !== undefined && person.busy < first.job.limit
    if (isHead === person.isHead) return
    person.isHead = isHead
    if (isHead) this.#heads.push(person)
    else this.#heads.splice(this.#heads.indexOf(person), 1)
  }

  /** Waiting jobs of persons who may begin one more, oldest first, that the largest job may not pass. */
  #unpassable(): Open[] {
    const found: Open[] = []
    let ahead = 0
    for (let at = this.#first; at < this.#open.length; at++) {
      const open = this.#open[at]!
      if (open.hasBegun || !open.person.isHead) continue
      open.ahead = ahead
      if (!mayPass(this.#line, open, this.#largest)) found.push(open)
      else if (mayPassFrom(open, this.#largest)) break
      ahead += open.job.cost
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

  #orderAgain({ job, person }: Working): void {
    const { orders, jobs, next, busy } = person
    person.wasAsked = true
    if (!orders || jobs.length - next + busy >= orders.size) return
    this.#add({ ...job, came: null, passed: 0, passedBefore: 0 }, person, false)
  }

  #add(job: ReplayedJob, person: Person, isReal: boolean): void {
    const { length } = this.#open
    const open: Open = {
      id: isReal ? length : TAKEN_IDS + length,
      came: job.came ?? (isReal ? this.#from : this.#line).done,
      ahead: 0,
      passed: job.passed,
      passedBefore: job.came === null ? job.passed : job.passedBefore,
      job,
      person,
      isReal,
      hasBegun: false,
      begins: null,
    }
    if (isReal) {
      this.#open.splice(this.real.length, 0, open)
      this.real.push(open)
    } else {
      this.#open.push(open)
    }
    person.jobs.push(open)
    if (person.jobs.length === person.next + 1) this.#look(person)
    this.#largest = Math.max(this.#largest, job.cost)
  }
}
