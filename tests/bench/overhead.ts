import { api } from '#contract/index.ts'
import { Job } from '#contract/inference-jobs.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { httpGet } from './http-get.ts'
import { median } from './statistics.ts'

const ROUNDS = 15
const WARM_UP = 3
const REQUEST = { prompt: 'a red apple', width: 256, height: 256, num_images: 1, steps: 8 }

/** The jobs of a person's event stream, as a page sees them. */
async function* watchJobs(app: TestApp, { token }: TestPerson): AsyncGenerator<Job> {
  const headers = { authorization: `Token ${token}` }
  const response = await fetch(new URL(EVENTS_PATH, app.url), { headers })
  if (!response.body) throw new Error(`${response.status} from the event stream`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: job$/m.test(event) ? /^data: (.*)$/m.exec(event)?.[1] : undefined
      if (data !== undefined) yield Job.parse(JSON.parse(data))
    }
  }
}

/** Passes over what does not fit. */
async function nextJob(jobs: AsyncGenerator<Job>, fits: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const next = await jobs.next()
    if (next.done) throw new Error('The event stream has ended')
    if (next.value.status === 'FL') throw new Error(`Job ${next.value.id} failed`)
    if (fits(next.value)) return next.value
  }
}

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
      name: 'Platform overhead of a picture, p50',
      value: median(overheads),
      unit: 'ms',
      target: { atMost: 60 },
      detail: `engine ${Math.round(median(engine))} ms; overhead ${Math.round(Math.min(...overheads))} to ${Math.round(Math.max(...overheads))} ms`,
    }
  } finally {
    await app.dispose()
  }
}
