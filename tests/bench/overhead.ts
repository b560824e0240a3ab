import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { newPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { httpGet } from './http-get.ts'
import { median } from './statistics.ts'
import { nextJob, watchJobs } from './watch-jobs.ts'

const ROUNDS = 15
const WARM_UP = 3
const REQUEST = { prompt: 'a red apple', width: 256, height: 256, num_images: 1, steps: 8 }

async function engineMs(app: TestApp, { id }: Job): Promise<number> {
  const row = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('engine_ms')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.engine_ms === null) throw new Error(`Job ${id} did not succeed`)
  return row.engine_ms
}

/**
 * What the platform adds to the engine's time when nothing else runs: from sending the request until the picture's
 * bytes are here, announced by the event stream, minus the time that the engine worked.
 */
export async function benchOverhead(): Promise<BenchResult> {
  const app = await startBenchApp()
  try {
    const person = await newPerson(app, { credits: 1000, plan: 'pro' })
    const jobs = watchJobs(app, person)
    const overheads: number[] = []
    const engine: number[] = []
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const started = performance.now()
      const { id } = await person.call(api.inferenceJobs.create, {
        body: { ...REQUEST, seed: round },
      })
      const delivered = await nextJob(jobs, (job) => job.id === id && job.images.length > 0)
      await httpGet(app.url + (delivered.images[0]?.url ?? ''))
      const visible = performance.now() - started
      const ended = await nextJob(jobs, (job) => job.id === id && job.status === 'S')
      const worked = await engineMs(app, ended)
      if (round < WARM_UP) continue
      overheads.push(visible - worked)
      engine.push(worked)
    }
    await jobs.return(undefined)
    return {
      name: 'Platform overhead of an image, p50',
      value: median(overheads),
      unit: 'ms',
      target: { atMost: 60 },
      detail: `engine ${Math.round(median(engine))} ms; overhead ${Math.round(Math.min(...overheads))} to ${Math.round(Math.max(...overheads))} ms`,
    }
  } finally {
    await app.dispose()
  }
}
