import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/index.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd, trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  cancel,
  ready,
  resetEngine,
  start,
  startStudios,
  until,
  untilStatus,
} from './testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let engine: ScriptedEngine
let admin: TestPerson
beforeAll(async () => {
  studios = await startStudios()
  ;({ app, engine } = studios)
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  resetEngine(engine)
  await sql`delete from lora_trainings`.execute(app.db.kysely)
})

const trainings = async () => {
  const { margins } = await admin.call(api.admin.reconciliation, { query: {} })
  return margins.find(({ type }) => type === 'training')
}
const costOf = async ({ id }: { id: string }) => {
  const { engine_cost: cost } = await app.db.kysely
    .selectFrom('lora_trainings')
    .select('engine_cost')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return cost
}
const away = () =>
  new EngineError('engine_failed', 'broken', {
    retryable: true,
    userMessage: 'It is broken.',
    costMicros: 2_000_000,
  })

test('what a training cost stands beside what it brought, also of those that brought nothing', async () => {
  expect(await trainings()).toBeUndefined()
  engine.training.costMicros = 1_850_000
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await untilStatus(ada, training, 'Successful')
  expect(await trainings()).toMatchObject({ jobs: 1, credits: 1000, pictures: 0, cost: 185 })

  engine.training.script = async () => {
    throw new EngineError('unsupported', 'no', {
      retryable: false,
      userMessage: 'These images cannot be read.',
      costMicros: 150_000,
    })
  }
  const failed = await ready(ada)
  await start(ada, failed)
  await untilStatus(ada, failed, 'Failed')
  expect(await trainings()).toMatchObject({ jobs: 2, credits: 1000, cost: 200 })
  const { spent } = await sql<{ spent: number }>`
    select sum(spent)::int as spent from engine_spending where engine = ${engine.name}`
    .execute(app.db.kysely)
    .then(({ rows }) => rows[0]!)
  expect(spent).toBe(2_000_000)
})

test('where no price is named its time counts', async () => {
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await untilStatus(ada, training, 'Successful')
  expect(await costOf(training)).toBeNull()
  expect(await trainings()).toMatchObject({ jobs: 1, engine_seconds: 0.01 })
})

test('one that is followed again tells its whole price again, and is counted once', async () => {
  vi.spyOn(engine.training, 'stopsAtOnce', 'get').mockReturnValue(false)
  engine.training.costMicros = 3_000_000
  let looks = 0
  engine.training.script = async (work) => {
    looks += 1
    if (looks < 3) throw away()
    await trainToTheEnd(work)
  }
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await untilStatus(ada, training, 'Successful')
  vi.restoreAllMocks()
  expect(looks).toBe(3)
  expect(await costOf(training)).toBe(3_000_000)
})

test('what is ordered again costs again', async () => {
  engine.training.costMicros = 3_000_000
  let looks = 0
  engine.training.script = async (work) => {
    looks += 1
    if (looks < 3) throw away()
    await trainToTheEnd(work)
  }
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await untilStatus(ada, training, 'Successful')
  expect(await costOf(training)).toBe(7_000_000)
})

test('one that was stopped has cost what was done of it', async () => {
  engine.training.costMicros = 400_000
  engine.training.script = trainUntil(50, false)
  // What the trainings of the tests before brought and cost stays, though they are deleted.
  const before = await trainings()
  const ada = await studios.owner()
  const training = await ready(ada)
  await start(ada, training)
  await until(ada, training, ({ progress }) => progress?.step === 50)
  await cancel(ada, training)
  await expect.poll(() => costOf(training)).toBe(400_000)
  expect(await trainings()).toMatchObject({
    jobs: 1,
    credits: before?.credits ?? 0,
    cost: (before?.cost ?? 0) + 40,
  })
})
