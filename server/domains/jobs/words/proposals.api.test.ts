import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { EngineError, type EngineErrorCode } from '#server/engines/spec/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { createScriptedWords, DESCRIBED, IMPROVED } from '#tests/support/doubles/scripted-words.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
const usual = createScriptedWords()

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp(
    {},
    { env: { IMPROVE_PROMPT_CREDITS: '3', LANGUAGES: 'en,es' } },
  ))
})
afterEach(async () => {
  engine.words.script = usual.script
  engine.words.orders.length = 0
  engine.words.tasks = ['improve_prompt', 'describe_image']
  await expectCleanBooks(app)
})
afterAll(() => app.dispose())

const improve = (person: TestPerson, key?: string, prompt = 'a fox') =>
  person.call(
    api.proposals.improvePrompt,
    { body: { prompt } },
    key === undefined ? {} : { headers: { [IDEMPOTENCY_KEY_HEADER]: key } },
  )

const failing = (code: EngineErrorCode) => async () => {
  throw new EngineError(code, 'scripted', { retryable: true, userMessage: 'No.', costMicros: 200 })
}

const costsOf = async (person: TestPerson) =>
  (
    await app.db.kysely
      .selectFrom('word_proposals')
      .select(['status', 'cost'])
      .where('user_id', '=', person.id)
      .execute()
  ).map(({ status, cost }) => [status, Number(cost)])

test('a prompt is improved at the configured price, which the list of engines tells', async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results[0]?.words).toEqual([
    { task: 'improve_prompt', name: 'Scripted writer', credits: 3 },
    { task: 'describe_image', name: 'Scripted writer', credits: 1 },
  ])
  const person = await newPerson(app)
  const before = await balanceOf(person)
  const proposal = await person.call(api.proposals.improvePrompt, {
    body: { prompt: 'a fox', price: 3 },
  })
  expect(proposal).toMatchObject({ task: 'improve_prompt', text: IMPROVED, cost: 3 })
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 3, credits_held: 0 })
  const { results: entries } = await person.call(api.credits.statement, { query: {} })
  expect(entries[0]).toMatchObject({ kind: 'capture', captured: 3, text: 'Improve prompt' })
  expect(await costsOf(person)).toEqual([['S', 1500]])
})

test('an uploaded and a made image are described', async () => {
  const person = await newPerson(app)
  const { id } = await upload(person, await makePng(64, 64))
  const job = await waitForEnd(person, await submit(person))
  for (const image of [id, job.images[0]!.id]) {
    const { text, cost } = await person.call(api.proposals.describeImage, { body: { image } })
    expect([text, cost]).toEqual([DESCRIBED, 1])
  }
  const other = await newPerson(app)
  await expect(
    other.call(api.proposals.describeImage, { body: { image: id } }),
  ).rejects.toMatchObject({ status: 400, body: { image: expect.any(Array) } })
})

test.each<[string, ScriptedEngine['words']['script'], { status: number }]>([
  ['a refusal', failing('content_refused'), { status: 400 }],
  ['a failure', failing('engine_failed'), { status: 503 }],
  ['garbage', async () => ({ text: '<html><body>502</body></html>' }), { status: 503 }],
  ['nothing', async () => ({ text: ' \n"" ' }), { status: 503 }],
  ['the same prompt', async () => ({ text: '"a fox"' }), { status: 400 }],
  ['what may not be asked for', async () => ({ text: 'naked child' }), { status: 400 }],
])('%s is charged nothing', async (_what, script, { status }) => {
  const person = await newPerson(app)
  const before = await balanceOf(person)
  engine.words.script = script
  const key = 'once'
  await expect(improve(person, key)).rejects.toMatchObject({ status })
  expect(await balanceOf(person)).toEqual(before)
  // A new attempt needs a new key.
  engine.words.script = usual.script
  await expect(improve(person, key)).rejects.toMatchObject({ status })
  expect(engine.words.orders).toHaveLength(1)
  expect((await improve(person, 'twice')).text).toBe(IMPROVED)
})

test('why nothing was written is kept as a sentence with its text beside it', async () => {
  const person = await newPerson(app)
  engine.words.script = failing('engine_failed')
  const key = 'once'
  await expect(improve(person, key)).rejects.toMatchObject({ status: 503 })
  const row = app.db.kysely.selectFrom('word_proposals').where('user_id', '=', person.id)
  const { failure } = await row.select('failure').executeTakeFirstOrThrow()
  const message = 'The model gave no answer. Nothing was charged.'
  expect(failure).toEqual({ code: 'unavailable', message, text: { key: 'jobs.noAnswer' } })
  const before = JSON.stringify({ code: 'unavailable', message })
  const rows = app.db.kysely.updateTable('word_proposals').where('user_id', '=', person.id)
  await rows.set({ failure: before }).execute()
  for (const [page, detail] of [
    ['/', message],
    ['/es', 'El modelo no respondió. No se cobró nada.'],
  ] as const) {
    const headers = { [IDEMPOTENCY_KEY_HEADER]: key, 'x-page-url': `${app.url}${page}` }
    const again = person.call(
      api.proposals.improvePrompt,
      { body: { prompt: 'a fox' } },
      { headers },
    )
    await expect(again).rejects.toMatchObject({ status: 503, body: { detail } })
  }
})

test('what an engine bills for a failure is written down', async () => {
  const person = await newPerson(app)
  engine.words.script = failing('content_refused')
  await expect(improve(person)).rejects.toMatchObject({ status: 400 })
  expect(await costsOf(person)).toEqual([['FL', 200]])
})

test('who has not enough credits, is not verified, asks for what is forbidden or for an old price is told before anything is made', async () => {
  const refused = async (person: TestPerson, prompt = 'a fox') =>
    (await improve(person, undefined, prompt).catch((error: ApiError) => error)) as ApiError
  const poor = await newPerson(app, { credits: 2 })
  expect(await refused(poor)).toMatchObject({ status: 402, code: 'not_enough_credits' })
  expect(await refused(await newPerson(app, { verified: false }))).toMatchObject({
    code: 'email_not_verified',
  })
  const person = await newPerson(app)
  expect(await refused(person, 'naked child')).toMatchObject({ status: 400 })
  expect(await refused(person, '  ')).toMatchObject({ status: 400 })
  await expect(
    person.call(api.proposals.improvePrompt, { body: { prompt: 'a fox', price: 2 } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(engine.words.orders).toEqual([])
})

test('a doubled key is written and charged once, also at once; another body under it is refused', async () => {
  const person = await newPerson(app)
  const before = await balanceOf(person)
  let goOn = () => {}
  engine.words.script = async () => {
    await new Promise<void>((resolve) => (goOn = resolve))
    return { text: IMPROVED }
  }
  const all = Promise.all(Array.from({ length: 4 }, () => improve(person, 'same')))
  await expect.poll(() => engine.words.orders.length).toBe(1)
  goOn()
  const ids = (await all).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  expect((await improve(person, 'same')).id).toBe(ids[0])
  await expect(improve(person, 'same', 'a dog')).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  expect(engine.words.orders).toHaveLength(1)
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 3, credits_held: 0 })
})

test('one person has two written at once', async () => {
  const person = await newPerson(app)
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  engine.words.script = async () => {
    await gate
    return { text: IMPROVED }
  }
  const two = Promise.all([improve(person), improve(person)])
  await expect.poll(() => engine.words.orders.length).toBe(2)
  await expect(improve(person)).rejects.toMatchObject({ status: 429 })
  goOn()
  await two
})

test('what a lost process held comes back, and its late end changes nothing', async () => {
  const person = await newPerson(app)
  const before = await balanceOf(person)
  let goOn = () => {}
  engine.words.script = async () => {
    await new Promise<void>((resolve) => (goOn = resolve))
    return { text: IMPROVED }
  }
  const late = improve(person).catch((error: ApiError) => error.status)
  await expect.poll(() => engine.words.orders.length).toBe(1)
  await sql`update word_proposals set deadline_at = now() - interval '1 second' where user_id = ${person.id}`.execute(
    app.db.kysely,
  )
  await app.context.jobs.sweep()
  expect(await balanceOf(person)).toEqual(before)
  goOn()
  expect(await late).toBe(503)
  expect(await balanceOf(person)).toEqual(before)
})

test('what no engine does is not offered', async () => {
  engine.words.tasks = []
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results[0]?.words).toEqual([])
})

test('the export of an account has its proposals', async () => {
  const person = await newPerson(app)
  await improve(person)
  const all = await person.call(api.account.export, {})
  expect(all.proposals).toMatchObject([{ text: IMPROVED }])
})

const seesMargins = async () => {
  const admin = await newAdmin(app)
  return async (kind: string) => {
    const { margins } = await admin.call(api.admin.reconciliation, { query: {} })
    return margins.find(({ type }) => type === kind) ?? { jobs: 0, credits: 0, cost: 0 }
  }
}

test('the console says what words brought and cost, also those that were charged nothing', async () => {
  const marginOf = await seesMargins()
  const before = await marginOf('improve_prompt')
  engine.words.script = async () => ({ text: IMPROVED, costMicros: 40_000 })
  const person = await newPerson(app)
  await improve(person)
  const after = await marginOf('improve_prompt')
  expect(after.jobs - before.jobs).toBe(1)
  expect(after.credits - before.credits).toBe(3)
  expect(after.cost - before.cost).toBe(4)
  engine.words.script = async () => ({ text: 'a fox', costMicros: 50_000 })
  await expect(improve(person)).rejects.toMatchObject({ status: 400 })
  const refused = await marginOf('improve_prompt')
  expect([refused.credits - after.credits, refused.cost - after.cost]).toEqual([0, 5])
})

test('after a week the words are forgotten and what they brought and cost is not', async () => {
  const marginOf = await seesMargins()
  const person = await newPerson(app)
  await improve(person, 'kept')
  const before = await marginOf('improve_prompt')
  await sql`update word_proposals set created_at = now() - interval '8 days' where user_id = ${person.id}`.execute(
    app.db.kysely,
  )
  await app.context.jobs.sweep()
  const { proposals } = await person.call(api.account.export, {})
  expect(proposals).toEqual([])
  expect(await marginOf('improve_prompt')).toEqual(before)
  // Its key is free again.
  await improve(person, 'kept')
  expect(engine.words.orders).toHaveLength(2)
})

test('what a job cost that brought nothing stands in the console', async () => {
  const marginOf = await seesMargins()
  const before = await marginOf('TTI')
  const drawAsEver = engine.script
  engine.script = async () => {
    throw new EngineError('content_refused', 'scripted', {
      retryable: false,
      userMessage: 'No.',
      costMicros: 70_000,
    })
  }
  const person = await newPerson(app)
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'B' })
  engine.script = drawAsEver
  const after = await marginOf('TTI')
  expect([after.jobs - before.jobs, after.cost - before.cost]).toEqual([0, 7])
})
