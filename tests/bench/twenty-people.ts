import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PlanName } from '#contract/users.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import { simulateFirstCome } from '../support/simulate-line.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { BATCH, PLANS, SECONDS } from './full-queue.ts'
import { median, percentile } from './statistics.ts'

/** Steps of the drawings that people order, in turns. */
const STEPS = [10, 20, 20, 30, 40]
const SIZE = { width: 512, height: 512, num_images: 1 }
/** When the first Pro orders the batch. */
const BATCH_AFTER_MS = 30_000
const LOOK_MS = 500
/** Until then the queue fills, and nobody knows who will order again. */
const FILLING_MS = 60_000
/** For what is left then. */
const EMPTYING_MS = 240_000

interface Told {
  plan: string
  user: string
  weight: number
  limit: number
  /** What was said when it was ordered; null: nothing, for it is one of a batch. */
  said: { p50: number; p90: number } | null
  job: Job
}

const seconds = (from: string, to: string | null): number =>
  (Date.parse(to ?? from) - Date.parse(from)) / 1000
const waited = ({ job }: Told) => seconds(job.created_at, job.started_at)
const took = ({ job }: Told) => seconds(job.created_at, job.finished_at)

async function ended(person: TestPerson, id: string, until: number): Promise<Job | null> {
  while (performance.now() < until) {
    const job = await person.call(api.inferenceJobs.detail, { params: { id } })
    if (job.finished_at !== null) return job
    await sleep(LOOK_MS)
  }
  return null
}

/**
 * The real program and its own model: twenty people on all plans order again and again, and one of them a batch as well.
 * @returns what was done in that time, and what was ordered in that time and done later
 */
async function liveFor(ms: number): Promise<{ told: Told[]; later: Told[] }> {
  const app = await startBenchApp()
  try {
    const told: Told[] = []
    const unfinished: (() => Promise<Told | null>)[] = []
    const warm = await newPerson(app, { credits: 100 })
    const { id: first } = await warm.call(api.inferenceJobs.create, {
      body: { prompt: 'a red apple', ...SIZE },
    })
    await ended(warm, first, performance.now() + 120_000)
    const until = performance.now() + ms
    let orders = 0
    const live: Promise<void>[] = []
    for (const { plan, people, open, ...rule } of PLANS)
      for (let number = 0; number < people; number++) {
        const person = await newPerson(app, { credits: 5000, plan: plan as PlanName })
        const note = async (id: string, said: Told['said']): Promise<void> => {
          const watch = async (end: number): Promise<Told | null> => {
            const job = await ended(person, id, end)
            return job && { plan, user: `${plan} ${number}`, ...rule, said, job }
          }
          const one = await watch(until)
          if (one) told.push(one)
          else unfinished.push(() => watch(performance.now() + EMPTYING_MS))
        }
        const again = async (wait: number): Promise<void> => {
          await sleep(wait)
          while (performance.now() < until) {
            const order = orders++
            const body = { prompt: 'a red apple', seed: order, ...SIZE, steps: STEPS[order % 5]! }
            const { id, queue } = await person.call(api.inferenceJobs.create, { body })
            const { eta_p50: p50, eta_p90: p90 } = queue
            await note(id, p50 === null || p90 === null ? null : { p50, p90 })
          }
        }
        for (let at = 0; at < open; at++) live.push(again(((orders + 7 * live.length) % 20) * 1000))
        if (plan === 'pro' && number === 0)
          live.push(
            (async () => {
              await sleep(BATCH_AFTER_MS)
              const one = { prompt: 'a red apple', ...SIZE, steps: 20 }
              const { results } = await person.call(api.inferenceJobs.createBatch, {
                body: { jobs: Array.from({ length: BATCH }, (_, seed) => ({ ...one, seed })) },
              })
              for (const { id } of results) await note(id, null)
            })(),
          )
      }
    await Promise.all(live)
    const later: Told[] = []
    for (const watch of unfinished) {
      const one = await watch()
      if (one) later.push(one)
    }
    return { told, later }
  } finally {
    await app.dispose()
  }
}

/**
 * The job that waited longest in comparison with the same orders in the order in which they came.
 * @param later what would have gone before some of them, too
 */
function comparedWithFirstCome(
  told: readonly Told[],
  later: readonly Told[],
): { value: number; detail: string } {
  const jobs = [...told, ...later].toSorted(({ job: a }, { job: b }) =>
    a.created_at.localeCompare(b.created_at),
  )
  const start = Date.parse(jobs[0]!.job.created_at)
  const simulated = simulateFirstCome(
    jobs.map(({ user, weight, limit, job }) => ({
      at: (Date.parse(job.created_at) - start) / 1000,
      user,
      weight,
      limit,
      cost: seconds(job.started_at ?? job.created_at, job.finished_at),
    })),
  )
  // A wait of less than a drawing is none.
  const least = median(told.map((one) => took(one) - waited(one)))
  const own = new Set(told)
  const compared = jobs.map((one, at) => {
    const { began, at: came } = simulated[at]!
    if (!own.has(one)) return { value: 0, detail: '' }
    const value = waited(one) <= least ? 0 : waited(one) / Math.max(began - came, least)
    return {
      value,
      detail: `${one.plan}, ordered after ${came.toFixed(0)} s, waited ${waited(one).toFixed(1)} s, first come ${(began - came).toFixed(1)} s, a drawing ${least.toFixed(1)} s`,
    }
  })
  return compared.reduce((worst, one) => (one.value > worst.value ? one : worst))
}

const shown = (values: readonly number[], share: number) => percentile(values, share).toFixed(0)

/** As the bench of a full queue in virtual time, with real drawings for five minutes. */
export async function benchTwentyPeople(): Promise<BenchResult[]> {
  const { told, later: left } = await liveFor(SECONDS * 1000)
  const orders = told.filter(({ said }) => said !== null)
  const isGood = (one: Told) => one.said!.p50 >= took(one) / 2 && one.said!.p50 <= took(one) * 2
  const late = orders.filter((one) => took(one) > one.said!.p90)
  const rows = PLANS.map(({ plan }) => {
    const own = orders.filter((one) => one.plan === plan)
    if (own.length === 0) return `${plan.padEnd(8)}    0 done`
    const waits = own.map(waited)
    const ratios = own.map((one) => one.said!.p50 / took(one))
    return `${plan.padEnd(8)} ${String(own.length).padStart(4)} done, waited ${shown(waits, 0.5)} s, 9 of 10 ${shown(waits, 0.9)} s, at most ${shown(waits, 1)} s, p50 told of taken ${median(ratios).toFixed(2)}`
  })
  const ofBatch = told.filter(({ said }) => said === null)
  const first = Math.min(...orders.map(({ job }) => Date.parse(job.created_at)))
  const isEarly = ({ job }: Told) => Date.parse(job.created_at) < first + FILLING_MS
  const longest = comparedWithFirstCome(told, left)
  const share = (some: Told[]) => `${some.filter(isGood).length} of ${some.length}`
  const early = share(orders.filter(isEarly))
  const later = share(orders.filter((one) => !isEarly(one)))
  return [
    {
      name: 'Twenty people: p50 within a factor of two',
      value: orders.filter(isGood).length / orders.length,
      unit: 'x',
      target: { atLeast: 0.8 },
      detail: [
        ...rows,
        `of a batch of ${BATCH}: ${ofBatch.length} done`,
        `within a factor of two: ordered in the first minute ${early}, later ${later}`,
      ].join('; '),
    },
    {
      name: 'Twenty people: orders that took longer than their p90',
      value: late.length / orders.length,
      unit: 'x',
      target: { atMost: 0.15 },
      detail: `${late.length} of ${orders.length}`,
    },
    {
      name: 'Twenty people: longest wait compared with first come, first served',
      value: longest.value,
      unit: 'x',
      target: { atMost: 4 },
      detail: `of ${told.length} jobs, those of a batch of ${BATCH} included: ${longest.detail}`,
    },
  ]
}
