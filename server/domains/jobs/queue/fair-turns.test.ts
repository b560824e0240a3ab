import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type LineView,
  type SimulatedJob,
  type SimulatedOrder,
  simulateFairTurns,
  simulateFirstCome,
} from '#tests/support/simulate-line.ts'
import { UNSURE } from './fair-turns.ts'
import { playTurns } from './replay-turns.ts'

const RUNS = { numRuns: 100 }

const order = (costs: fc.Arbitrary<number>): fc.Arbitrary<SimulatedOrder[]> =>
  fc
    .record({
      at: fc.integer({ min: 0, max: 120 }),
      user: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      cost: costs,
      count: fc.constantFrom(1, 1, 1, 2, 12),
    })
    .map(({ count, user, ...one }) => {
      const weight = weightOf(user)
      const limit = weight > 2 ? 2 : 1
      return Array.from({ length: count }, () => ({ ...one, user, weight, limit }))
    })

const weightOf = (user: string): number => ({ a: 4, b: 4, c: 3, d: 2, e: 2 })[user] ?? 1

const arrivals = (costs: fc.Arbitrary<number>) =>
  fc.array(order(costs), { minLength: 1, maxLength: 40 }).map((orders) => orders.flat())

const waited = ({ at, began }: SimulatedJob) => began - at

test('nobody waits longer than four times what first come, first served gives, whoever comes', () => {
  fc.assert(
    fc.property(arrivals(fc.integer({ min: 1, max: 20 })), (orders) => {
      const fair = simulateFairTurns(orders)
      const firstCome = simulateFirstCome(orders)
      for (const [place, job] of fair.entries())
        expect(waited(job)).toBeLessThanOrEqual(4 * waited(firstCome[place]!) + 1e-6)
    }),
    RUNS,
  )
})

/** As first, a machine that is thought slow and is not, or the other way round; then each job for itself. */
const misjudged = fc.record({
  until: fc.integer({ min: 0, max: 120 }),
  first: fc.constantFrom(1 / UNSURE, UNSURE),
  later: fc.array(fc.double({ min: 1 / UNSURE, max: UNSURE, noNaN: true }), {
    minLength: 7,
    maxLength: 7,
  }),
})

test('nor where jobs take half or twice as long as was expected of them', () => {
  fc.assert(
    fc.property(
      arrivals(fc.integer({ min: 1, max: 20 })),
      misjudged,
      (orders, { until, first, later }) => {
        const jobs = orders.map((one, place) => ({
          ...one,
          expected: one.cost * (one.at < until ? first : later[place % later.length]!),
        }))
        const firstCome = simulateFirstCome(jobs)
        for (const [place, job] of simulateFairTurns(jobs).entries())
          expect(waited(job)).toBeLessThanOrEqual(4 * waited(firstCome[place]!) + 1e-6)
      },
    ),
    RUNS,
  )
})

/**
 * The age bound counts work that was begun, and with several slots as many jobs begin at once: a job may wait two jobs' time
 * beyond the bound (the most in 30,000 runs; one job's time is not enough).
 */
test('with several slots a job waits at most two jobs longer than the bound', () => {
  fc.assert(
    fc.property(arrivals(fc.constant(5)), fc.integer({ min: 2, max: 4 }), (orders, slots) => {
      const roomy = orders.map((one) => ({ ...one, limit: slots }))
      const fair = simulateFairTurns(roomy, { slots })
      const firstCome = simulateFirstCome(roomy, { slots })
      for (const [place, job] of fair.entries())
        expect(waited(job)).toBeLessThanOrEqual(4 * waited(firstCome[place]!) + 2 * 5)
    }),
    RUNS,
  )
})

test('a slot never stays empty while somebody may run', () => {
  fc.assert(
    fc.property(arrivals(fc.integer({ min: 1, max: 9 })), (orders) => {
      const ends = (jobs: SimulatedJob[]) => Math.max(...jobs.map((job) => job.ended))
      expect(ends(simulateFairTurns(orders))).toBe(ends(simulateFirstCome(orders)))
    }),
    RUNS,
  )
})

/** Persons who always have so many jobs open. */
const always = (users: Record<string, number>, open: number, cost = 1): SimulatedOrder[] =>
  Object.entries(users).flatMap(([user, weight]) =>
    Array.from({ length: open }, () => ({ at: 0, user, weight, limit: 2, cost })),
  )

const again = ({ user, weight, limit, cost }: SimulatedJob, now: number): SimulatedOrder[] => [
  { at: now, user, weight, limit, cost },
]

function sharesOf(jobs: readonly SimulatedJob[], from: number): Map<string, number> {
  const begun = jobs.filter(({ began }) => began >= from)
  const all = begun.reduce((sum, { cost }) => sum + cost, 0)
  return new Map(
    [...Map.groupBy(begun, ({ user }) => user)].map(([user, own]) => [
      user,
      own.reduce((sum, { cost }) => sum + cost, 0) / all,
    ]),
  )
}

test.each<Record<string, number>>([
  { pro: 4, hobby: 3, starter: 2, basic: 2, free: 1 },
  { pro: 4, free: 1 },
  { pro1: 4, pro2: 4, pro3: 4, pro4: 4, starter: 2 },
  { pro1: 4, pro2: 4, pro3: 4, pro4: 4, free: 1 },
])('people who are always busy get their shares of the time: %o', (users) => {
  const all = Object.values(users).reduce((sum, weight) => sum + weight, 0)
  const jobs = simulateFairTurns(always(users, 3), { next: again, until: 3000 })
  // The age bound lets the smallest share among many large ones be a little larger.
  for (const [user, share] of sharesOf(jobs, 100)) {
    const ratio = share / (users[user]! / all)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  }
})

test('large jobs take no larger share than small ones', () => {
  const orders = [...always({ large: 1 }, 3, 10), ...always({ small: 1 }, 30, 1)]
  const shares = sharesOf(simulateFairTurns(orders, { next: again, until: 5000 }), 200)
  expect(shares.get('large')! / shares.get('small')!).toBeCloseTo(1, 1)
})

test('no number of Pro users keeps a free one waiting, not even if each is new', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2 }), (ahead, rate) => {
      const pro = (at: number, user: string) => ({ at, user, weight: 4, limit: 2, cost: 1 })
      const orders = [
        ...Array.from({ length: ahead }, (_, number) => pro(0, `early ${number}`)),
        { at: 0.5, user: 'free', weight: 1, limit: 1, cost: 1 },
        ...Array.from({ length: 250 * rate }, (_, number) => pro(number / rate, `late ${number}`)),
      ]
      const free = simulateFairTurns(orders).find(({ user }) => user === 'free')!
      expect(waited(free)).toBeLessThanOrEqual(4 * ahead)
    }),
    { numRuns: 10 },
  )
})

test.each([0, 0.5, 10.5, 33])(
  'a batch of 50 lets a single tool through within the time of an image, whenever it comes: at %d',
  (at) => {
    const batch = Array.from({ length: 50 }, () => ({
      at: 0,
      user: 'pro',
      weight: 4,
      limit: 2,
      cost: 1,
    }))
    const tool = { at, user: 'free', weight: 1, limit: 1, cost: 1 }
    const jobs = simulateFairTurns([...batch, tool])
    expect(waited(jobs.find(({ user }) => user === 'free')!)).toBeLessThanOrEqual(1)
  },
)

test('what a replay says becomes true, if nobody else comes', () => {
  fc.assert(
    fc.property(
      arrivals(fc.integer({ min: 1, max: 9 })),
      fc.integer({ min: 1, max: 3 }),
      (orders, slots) => {
        let view: LineView | undefined
        const onCome = (_: SimulatedJob, seen: LineView) =>
          (view = { ...seen, ended: new Map(seen.ended) })
        const jobs = new Map(
          simulateFairTurns(orders, { slots, onCome }).map((job) => [job.id, job]),
        )
        const { now, line, waiting, running, ended } = view!
        const replayed = (job: LineView['waiting'][number]) => ({
          ...job,
          order: job.id,
          seconds: job.cost,
        })
        const { begins } = playTurns({
          line,
          slots,
          ended,
          waiting: waiting.map(replayed),
          running: running.map((job) => ({ job: replayed(job), left: job.ended - now })),
          returning: new Set(),
        })
        // Asked in any order: a line is played only as far as somebody asks.
        for (const { id } of waiting.toReversed())
          expect(begins(id)!.seconds).toBeCloseTo(jobs.get(id)!.began - now)
        // Each is told once, and nothing else is.
        const places = waiting.map(({ id }) => begins(id)!.before)
        expect(places.toSorted((a, b) => a - b)).toEqual(waiting.map((_, i) => i))
        for (const { id } of running) expect(begins(id)).toBeUndefined()
      },
    ),
    RUNS,
  )
})
