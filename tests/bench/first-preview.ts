import { api } from '#contract/index.ts'
import { newPerson } from '../support/people.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { median } from './statistics.ts'
import { nextJob, watchJobs } from './watch-jobs.ts'

const ROUNDS = 5
const WARM_UP = 1
const REQUEST = { prompt: 'a red apple', num_images: 4, steps: 20 }

/** How much of a whole job passes until its first preview reaches the browser. */
export async function benchFirstPreview(): Promise<BenchResult> {
  const app = await startBenchApp()
  try {
    const person = await newPerson(app, { credits: 1000, plan: 'pro' })
    const jobs = watchJobs(app, person)
    const shares: number[] = []
    const times: string[] = []
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const started = performance.now()
      const { id } = await person.call(api.inferenceJobs.create, {
        body: { ...REQUEST, seed: round },
      })
      await nextJob(jobs, (job) => job.id === id && job.progress.previews.length > 0)
      const shown = performance.now() - started
      await nextJob(jobs, (job) => job.id === id && job.status === 'S')
      const whole = performance.now() - started
      if (round < WARM_UP) continue
      shares.push(shown / whole)
      times.push(`${shown.toFixed(0)} of ${whole.toFixed(0)}`)
    }
    await jobs.return(undefined)
    return {
      name: 'Time to the first preview / whole job of 20 steps',
      value: median(shares),
      unit: 'x',
      target: { atMost: 0.15 },
      detail: `4 pictures of 512 x 512, by the event stream: ${times.join(', ')} ms`,
    }
  } finally {
    await app.dispose()
  }
}
