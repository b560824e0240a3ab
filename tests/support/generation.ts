import { sql } from 'kysely'
import { expect } from 'vitest'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import {
  createScriptedEngine,
  type ScriptedEngine,
  type ScriptedEngineOptions,
} from './doubles/scripted-engine.ts'
import type { TestPerson } from './people.ts'
import { QUICK_STEPS, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

export interface GenerationAppOptions extends Omit<TestAppOptions, 'overrides'> {
  drainMs?: number
  /** For tests that wait for the next step of sets, packs, trainings or trials: at rest it takes twice as much of the processor. */
  takesSteps?: true
}

/** The real app on an engine that does as it is told. */
export async function startGenerationApp(
  options: ScriptedEngineOptions = {},
  app: GenerationAppOptions = {},
): Promise<{ app: TestApp; engine: ScriptedEngine }> {
  const engine = createScriptedEngine(options)
  const { drainMs = 2000, takesSteps, ...rest } = app
  const own = { engines: [engine], classifier: engine, pages: false as const, drainMs }
  const overrides = { ...(takesSteps && QUICK_STEPS), ...own }
  return { engine, app: await startTestApp({ ...rest, overrides }) }
}

/** A small request: one picture of 64 pixels. */
export const SMALL = { prompt: 'a red fox in the snow', width: 64, height: 64, num_images: 1 }

export const submit = (
  person: TestPerson,
  body: Partial<DrawingRequestInput> = {},
  headers: Record<string, string> = {},
): Promise<Job> =>
  person.call(api.inferenceJobs.create, { body: { ...SMALL, ...body } }, { headers })

export const readJob = (person: TestPerson, { id }: { id: string }): Promise<Job> =>
  person.call(api.inferenceJobs.detail, { params: { id } })

export const cancel = (person: TestPerson, { id }: { id: string }): Promise<Job> =>
  person.call(api.inferenceJobs.cancel, { params: { id }, body: {} })

/** Closes the circuit of the only engine, as if it had rested long enough, and waits until it takes work again. */
export async function closeCircuit(app: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      await sql`update engine_states set circuit_until = null, circuit_rest_ms = null`.execute(
        app.db.kysely,
      )
      await sql`select pg_notify('engines_changed', '')`.execute(app.db.kysely)
      const { results } = await app.call(api.generationServers.list, { query: {} })
      return results.map(({ state, circuit }) => `${state} ${circuit}`)
    })
    .toEqual(['ready closed'])
}

/** Has somebody have made all but so many of the month's pictures that carry no watermark: one job counts for them. */
export async function leaveFreePictures(
  app: TestApp,
  person: TestPerson,
  left: number,
): Promise<void> {
  const job = await waitForEnd(person, await submit(person))
  await app.db.kysely
    .updateTable('inference_jobs')
    .set({ free_pictures: FREE_PICTURES_A_MONTH - left })
    .where('id', '=', job.id)
    .execute()
}

/** Waits until a job looks so. */
export async function waitForJob(
  person: TestPerson,
  job: { id: string },
  looks: (job: Job) => boolean,
  timeout = 50_000,
): Promise<Job> {
  let seen: Job | null = null
  await expect
    .poll(
      async () => {
        seen = await readJob(person, job)
        return looks(seen)
      },
      { timeout, interval: 20, message: `job ${job.id}` },
    )
    .toBe(true)
  return seen!
}

/**
 * Waits until the engine works on a job. "Running" comes before that: a script that is changed, or a job that is
 * ended, between the two meets no work.
 */
export async function waitUntilBegun(
  app: TestApp,
  person: TestPerson,
  job: { id: string },
): Promise<Job> {
  const running = await waitForJob(person, job, ({ status }) => status === 'R')
  await expect
    .poll(
      () =>
        app.db.kysely
          .selectFrom('inference_jobs')
          .select('id')
          .where('id', '=', job.id)
          .where('operation', 'is not', null)
          .executeTakeFirst(),
      { timeout: 50_000, interval: 20, message: `job ${job.id} in the engine` },
    )
    .toBeDefined()
  return running
}

export const isEnded = (job: Job) => job.status !== 'P' && job.status !== 'R'

export const waitForEnd = (person: TestPerson, job: { id: string }) =>
  waitForJob(person, job, isEnded)

export async function balanceOf(
  person: TestPerson,
): Promise<{ credits: number; credits_held: number }> {
  const { credits, credits_held } = await person.call(api.users.me, {})
  return { credits, credits_held }
}

/** Fails unless the books agree, nothing is held for ended jobs, and what is delivered is what was paid. */
export async function expectCleanBooks(app: TestApp): Promise<void> {
  expect(await app.context.credits.reconcile()).toEqual([])
  const open = await app.db.kysely
    .selectFrom('credit_holds')
    .innerJoin('inference_jobs', 'inference_jobs.hold_id', 'credit_holds.id')
    .select('inference_jobs.id')
    .where('credit_holds.closed_at', 'is', null)
    .where('inference_jobs.status', 'not in', ['P', 'R'])
    // The hold of a batch closes with the last of its jobs.
    .where(
      sql<boolean>`not exists (select from inference_jobs o where o.hold_id = credit_holds.id and o.status in ('P', 'R'))`,
    )
    .execute()
  expect(open).toEqual([])
  const jobs = await app.db.kysely
    .selectFrom('inference_jobs as job')
    .where('job.hold_id', 'is not', null)
    .select((select) => [
      'job.id',
      'job.unit_price',
      select
        .selectFrom('credit_entries as entry')
        .select(sql<number>`coalesce(sum(entry.captured), 0)::integer`.as('captured'))
        .whereRef('entry.job_id', '=', 'job.id')
        .as('captured'),
      select
        .selectFrom('prediction_images as image')
        .select((count) => count.fn.countAll<number>().as('delivered'))
        .whereRef('image.job_id', '=', 'job.id')
        .where('image.status', '=', 'S')
        .where('image.is_free', '=', false)
        .as('delivered'),
    ])
    .execute()
  for (const job of jobs) expect(job.captured).toBe((job.delivered ?? 0) * job.unit_price)
}
