import { api } from '#contract/index.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { newPerson } from '../support/people.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { nextJob, watchJobs } from './watch-jobs.ts'

/** Only longer jobs count: of a short one nobody reads how long it takes. */
const LONG_SECONDS = 10
/** The first job of all loads the model, which no later one does. */
const WARM_UP = 2

const large = { width: 1448, height: 1448 }
const second = (scale: number) => ({ hires: { scale, steps: 0, strength: 0.5 } })

/** As people mix them: the usual ones first, then sizes, samplers and second passes that nobody has asked for yet. */
const JOBS: Partial<DrawingRequestInput>[] = [
  {},
  {},
  { steps: 40 },
  large,
  { ...second(2), num_images: 4 },
  { ...large, steps: 60 },
  { width: 1024, height: 576, steps: 30 },
  { sampler: 'Heun', steps: 100 },
  { ...large, ...second(2) },
  { ...second(4), num_images: 2 },
  { width: 2048, height: 2048, num_images: 2 },
  { sampler: 'DPM++ SDE Karras', steps: 80, ...large },
  { ...second(3), steps: 30 },
  { guidance_scale: 1, steps: 100, ...large },
  { ...large, ...second(4), num_images: 1 },
]

/** How often the time that a job is said to take at its start is within a factor of two of the time that it took. */
export async function benchEstimates(): Promise<BenchResult> {
  const app = await startBenchApp()
  try {
    const person = await newPerson(app, { credits: 1000, plan: 'pro' })
    const jobs = watchJobs(app, person)
    const judged: { ratio: number; text: string }[] = []
    for (const [index, changes] of JOBS.entries()) {
      const body = { prompt: 'a red apple', seed: index, ...changes }
      const { id, queue } = await person.call(api.inferenceJobs.create, { body })
      const asked = performance.now()
      await nextJob(jobs, (job) => job.id === id && job.status === 'S')
      const took = (performance.now() - asked) / 1000
      if (index < WARM_UP || queue.eta_p50 === null || took < LONG_SECONDS) continue
      const ratio = queue.eta_p50 / took
      judged.push({
        ratio,
        text: `${JSON.stringify(changes)} ${queue.eta_p50.toFixed(1)} of ${took.toFixed(1)} s`,
      })
    }
    await jobs.return(undefined)
    const good = judged.filter(({ ratio }) => ratio >= 0.5 && ratio <= 2)
    return {
      name: `Jobs over ${LONG_SECONDS} s: time said at the start within a factor of two`,
      value: good.length / judged.length,
      unit: 'x',
      target: { atLeast: 0.8 },
      detail: `said of taken; ${judged.map(({ text }) => text).join('; ')}`,
    }
  } finally {
    await app.dispose()
  }
}
