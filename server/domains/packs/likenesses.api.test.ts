import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { CLEAN, finishAll, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, waitForEnd } from '#tests/support/generation.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  ofPerson,
  owner,
  packInput,
  published,
  refusal,
  run,
  startPacks,
  stop,
  trained,
  until,
} from './testing/pack-app.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson

beforeAll(async () => {
  ;({ app, engine } = await startPacks())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.sees = CLEAN
  engine.script = finishAll
  ada = await owner(app)
})

const order = (body: GenerationRequestInput) => ada.call(api.inferenceJobs.create, { body })
const size = { width: 64, height: 64, seed: 5 }

async function nameOf(training: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select created_model_version as name from lora_trainings where id = ${training}`.execute(
    app.db.kysely,
  )
  return rows[0]!.name
}

/** All that draws with a trained model. */
const orders = async (training: string, words: string): Promise<GenerationRequestInput[]> => {
  const name = await nameOf(training)
  return [
    { ...size, type: 'PPS', training, prompt: `{subject} ${words}` },
    { ...size, type: 'TTI', prompt: words, loras: [{ model: name, weight: 1 }], num_images: 1 },
    { ...size, type: 'TTI', prompt: `${words} <lora:${name}:1>`, num_images: 1 },
  ]
}

test('with the model of a person no words undress, and nothing is held', async () => {
  const training = await trained(app, ada)
  const before = await balanceOf(ada)
  for (const body of await orders(training, 'undressed on a bed'))
    expect(await order(body)).toMatchObject({
      status: 'B',
      error: { code: 'prompt_blocked' },
      cost: { held: 0 },
    })
  const [shot] = await orders(training, 'in a park')
  expect((await order({ ...shot!, negative_prompt: 'clothes' } as never)).status).toBe('B')
  expect(await balanceOf(ada)).toEqual(before)
})

test('what it draws is judged by the lower threshold; that of a pet is not', async () => {
  engine.sees = { ...CLEAN, neutral: 0.2, porn: 0.75 }
  const [shot] = await orders(await trained(app, ada), 'in a park')
  expect(await waitForEnd(ada, await order(shot!))).toMatchObject({
    status: 'B',
    error: { code: 'picture_blocked' },
  })
  const [pet] = await orders(await trained(app, ada, 'pet'), 'in a park')
  expect((await waitForEnd(ada, await order(pet!))).status).toBe('S')
})

test('a pack of people has no such shots', async () => {
  const pack = ofPerson()
  const words = (prompt: string) =>
    ada.call(api.photoPacks.create, {
      body: { ...pack, shots: [{ ...pack.shots[0]!, prompt }, ...pack.shots.slice(1)] },
    })
  expect(await refusal(words('{subject}, una foto sin ropa'))).toMatchObject({
    status: 400,
    body: { shots: ['1.prompt: This prompt is not allowed. Nothing was charged.'] },
  })
  await words('{subject} in a swimsuit at the beach')
  const { shots, ...things } = packInput()
  const statue = { ...shots[0]!, prompt: 'a nude marble statue' }
  await ada.call(api.photoPacks.create, {
    body: { ...things, shots: [statue, ...shots.slice(1)] },
  })
})

test('the words of a shot are judged once; other words are judged, whatever was allowed before', async () => {
  const { commissions } = app.context.jobs
  const shot = (prompt: string) =>
    ({ type: 'PPS', training: null, prompt, negative_prompt: '', seed: null }) as const
  const refused = await commissions.prepare(ada.id, shot('a nude child'))
  expect(refused.blocked).not.toBeNull()
  const judgedHash = refused.job.judgedHash()
  expect((await commissions.prepare(ada.id, shot('a nude child'), judgedHash)).blocked).toBeNull()
  const other = await commissions.prepare(ada.id, shot('a nude child in a park'), judgedHash)
  expect(other.blocked).not.toBeNull()

  const { promise: mayBegin, resolve: begin } = Promise.withResolvers<void>()
  engine.script = async (work) => {
    await mayBegin
    await finishAll(work)
  }
  const started = await run(ada, await published(app))
  const { rows } = await sql<{ prompt: string; judged_hash: Buffer }>`
    select prompt, judged_hash from run_shots where run_id = ${started.id}`.execute(app.db.kysely)
  expect(rows).toHaveLength(10)
  expect(new Set(rows.map(({ judged_hash: hash }) => hash.toString('hex'))).size).toBe(10)
  // Words that nobody has judged do not get through on the hash of others.
  const last = started.shots.at(-1)!
  await sql`update run_shots set prompt = 'a nude child' where id = ${last.id}`.execute(
    app.db.kysely,
  )
  begin()
  const done = await until(ada, started, ({ counts }) => counts.open === 0)
  expect(done.counts.delivered).toBe(9)
  expect(done.shots.at(-1)).toMatchObject({ state: 'blocked', image: null })
  await stop(ada, started)
})
