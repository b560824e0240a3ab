import { playTurns } from '#server/domains/jobs/queue/replay-turns.ts'
import {
  type LineView,
  type SimulatedJob,
  type SimulatedOrder,
  simulateFairTurns,
  simulateFirstCome,
} from '../support/simulate-line.ts'
import type { BenchResult } from './bench-result.ts'
import { median, percentile } from './statistics.ts'

/** Of five minutes. */
export const SECONDS = 300
/** Twenty people on all plans; how many jobs each of them keeps open. */
export const PLANS = [
  { plan: 'pro', weight: 4, limit: 2, people: 4, open: 3 },
  { plan: 'hobby', weight: 3, limit: 2, people: 3, open: 2 },
  { plan: 'starter', weight: 2, limit: 2, people: 4, open: 2 },
  { plan: 'basic', weight: 2, limit: 1, people: 3, open: 1 },
  { plan: 'free', weight: 1, limit: 1, people: 6, open: 1 },
]
export const BATCH = 50
/** Seconds of a job, which nobody knows better than by half. */
const COSTS = [1, 2, 2, 3, 4]
const REPEATS = 5

/** Numbers that look random and are the same each time. */
function drawNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Told {
  job: SimulatedJob
  p50: number
  p90: number
}

/** A slow job takes so much longer, as the estimates measure it. */
const SLOW = 1.2

function replay(view: LineView, slow: number, returning: ReadonlySet<string>) {
  const replayed = (job: LineView['waiting'][number]) => ({
    ...job,
    order: job.user === BATCHER ? BATCHER : job.id,
    seconds: job.cost * slow,
  })
  return playTurns({
    line: view.line,
    slots: 1,
    ended: view.ended,
    waiting: view.waiting.map(replayed),
    running: view.running.map((job) => ({
      job: replayed(job),
      left: (job.ended - view.now) * slow,
    })),
    returning,
  })
}

const BATCHER = 'pro 0'

function simulate(seed: number): { told: Told[]; firstCome: SimulatedJob[]; jobs: SimulatedJob[] } {
  const draw = drawNumbers(seed)
  const cost = () => COSTS[Math.floor(draw() * COSTS.length)]!
  const orders: SimulatedOrder[] = PLANS.flatMap(({ plan, weight, limit, people, open }) =>
    Array.from({ length: people }, (_, number) =>
      Array.from({ length: open }, () => ({
        at: draw() * 20,
        user: `${plan} ${number}`,
        weight,
        limit,
        cost: cost(),
      })),
    ).flat(),
  )
  const batch = { at: 30, user: BATCHER, weight: 4, limit: 2, cost: 2 }
  for (let image = 0; image < BATCH; image++) orders.push(batch)
  const served = new Set<string>()
  const next = (job: SimulatedJob, now: number): SimulatedOrder[] => {
    served.add(job.user)
    const { user, weight, limit } = job
    if (user === BATCHER) return []
    return [{ at: now + draw() * 3, user, weight, limit, cost: cost() }]
  }
  const told: Told[] = []
  const jobs = simulateFairTurns(orders, {
    next,
    until: SECONDS,
    onCome(job, view) {
      const everybody = new Set([...view.waiting, ...view.running].map(({ user }) => user))
      const usual = replay(view, 1, new Set(served)).begins(job.id)!.seconds
      const late = replay(view, SLOW, everybody).begins(job.id)!.seconds
      told.push({
        job,
        p50: usual + job.cost,
        p90: Math.max(usual, late) + job.cost * SLOW,
      })
    },
  })
  // The very same orders, at the same times.
  return { told, jobs, firstCome: simulateFirstCome(jobs) }
}

const seconds = (values: readonly number[], share: number) =>
  percentile(values, share).toFixed(0).padStart(4)

/**
 * Twenty people for five minutes on all plans, one of them with a batch of 50, on one slot, in virtual time through the real
 * rule: how long they wait, and what they are told.
 */
export function benchFullQueue(): BenchResult[] {
  const runs = Array.from({ length: REPEATS }, (_, run) => simulate(run + 1))
  const done = runs.flatMap(({ told, firstCome, jobs }) => {
    const base = new Map(jobs.map((job, place) => [job.id, firstCome[place]!]))
    return told.flatMap((one) =>
      one.job.ended <= SECONDS ? [{ ...one, firstCome: base.get(one.job.id)! }] : [],
    )
  })
  const orders = done.filter(({ job }) => job.user !== BATCHER)
  const took = ({ job }: Told) => job.ended - job.at
  const good = orders.filter((one) => one.p50 >= took(one) / 2 && one.p50 <= took(one) * 2)
  const late = orders.filter((one) => took(one) > one.p90)
  const worst = Math.max(
    ...done.map(({ job, firstCome }) => {
      const [fair, first] = [job.began - job.at, firstCome.began - firstCome.at]
      return fair < 0.001 ? 0 : fair / Math.max(first, 0.001)
    }),
  )
  const rows = PLANS.map(({ plan }) => {
    const own = orders.filter(({ job }) => job.user.startsWith(plan))
    const waits = own.map(({ job }) => job.began - job.at)
    const told = own.map((one) => one.p50 / took(one))
    const firsts = own.map(({ firstCome }) => firstCome.began - firstCome.at)
    return `${plan.padEnd(8)} ${String(own.length).padStart(4)} done, waited ${seconds(waits, 0.5)} s, 9 of 10 ${seconds(waits, 0.9)} s, at most ${seconds(waits, 1)} s (first come, first served ${seconds(firsts, 0.5)} s); p50 told of taken ${median(told).toFixed(2)}`
  })
  const detail = rows.join('; ')
  return [
    {
      name: 'Full queue: p50 within a factor of two',
      value: good.length / orders.length,
      unit: 'x',
      target: { atLeast: 0.8 },
      detail,
    },
    {
      name: 'Full queue: orders that took longer than their p90',
      value: late.length / orders.length,
      unit: 'x',
      target: { atMost: 0.15 },
      detail: `${late.length} of ${orders.length}`,
    },
    {
      name: 'Full queue: longest wait compared with first come, first served',
      value: worst,
      unit: 'x',
      target: { atMost: 4 },
      detail: `of ${done.length} jobs, those of a batch of ${BATCH} included`,
    },
  ]
}
