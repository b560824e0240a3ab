import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PlanName } from '#contract/users.ts'
import { after, finishAll, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const PLANS: readonly PlanName[] = ['starter', 'hobby', 'pro', 'pro', 'hobby', 'starter']
const ROUNDS = 3
const CREDITS = 100

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  engine.script = after(5, finishAll)
})
afterAll(() => app.dispose())

/** Orders jobs and a batch, and cancels some of them while they wait, run or end. */
async function orderAndCancel(person: TestPerson, round: number): Promise<Job[]> {
  const promptOf = (at: number) => `a fox ${person.id} ${round} ${at}`
  const jobs = [2, 3, 4].map((at) => ({ ...SMALL, type: 'TTI' as const, prompt: promptOf(at) }))
  const [one, two, batch] = await Promise.all([
    submit(person, { prompt: promptOf(0) }),
    submit(person, { prompt: promptOf(1) }),
    person.call(api.inferenceJobs.createBatch, { body: { jobs } }),
  ])
  await Promise.all(
    [one, one, batch.results[round % jobs.length]!].map((job) => cancel(person, job)),
  )
  return Promise.all([one, two, ...batch.results].map((job) => waitForEnd(person, job)))
}

test('people who order, finish and cancel at once: each job begins once and ends, and no credit is lost', async () => {
  const people = await Promise.all(PLANS.map((plan) => newPerson(app, { plan, credits: CREDITS })))
  const ended: Job[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const all = await Promise.all(people.map((person) => orderAndCancel(person, round)))
    ended.push(...all.flat())
  }
  expect(ended).toHaveLength(PLANS.length * ROUNDS * 5)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['S', 'CD']))

  const begun = engine.starts.map(({ prompt }) => prompt)
  expect(new Set(begun).size).toBe(begun.length)
  const { rows: open } = await app.db.pool.query(
    `select id from inference_jobs where status in ('P', 'R') or (status = 'S' and turn is null)`,
  )
  expect(open).toEqual([])
  for (const person of people) {
    expect(await balanceOf(person)).toEqual({
      credits: CREDITS - (await spentBy(person)),
      credits_held: 0,
    })
  }
  await expectCleanBooks(app)
})

/** Credits of what was delivered. */
async function spentBy({ id }: TestPerson): Promise<number> {
  const { rows } = await app.db.pool.query<{ spent: number }>(
    `select coalesce(sum(job.unit_price), 0)::integer as spent
     from inference_jobs job join prediction_images image on image.job_id = job.id and image.status = 'S'
     where job.user_id = $1`,
    [id],
  )
  return rows[0]!.spent
}
