import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import {
  SCRIPTED_STEPS,
  trainToTheEnd,
  trainUntil,
} from '#tests/support/doubles/scripted-training.ts'
import { limitPerson } from '#tests/support/limit-person.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { photosOf } from './store.ts'
import {
  addPhoto,
  cancel,
  photo,
  quoteOf,
  read,
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  until,
  untilStatus,
} from './testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let engine: ScriptedEngine
let owner: typeof studios.owner
/** What a face in a sample can be found by; null: there is none. */
let drawn: number[] | null = [1, 0]
/** What the face in each photo looks like. */
let pictured = [1, 0]

const PERSON = { object_type: 'person', consent: { subject: 'self' } } as const

beforeAll(async () => {
  studios = await startStudios()
  ;({ app, engine, owner } = studios)
  engine.tool.findFaces = async (file) => {
    const { width } = await sharp(file).metadata()
    const identity = width > 300 ? pictured : drawn
    return identity ? [{ ...scriptedFace({ size: 300 }), identity }] : []
  }
})
afterAll(() => app.dispose())
beforeEach(() => resetEngine(engine))

/** A person's studio, trained to its end. */
async function trained(person: TestPerson) {
  const training = await ready(person, PERSON)
  await start(person, training)
  return untilStatus(person, training, 'Successful')
}

const retrain = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.loraTrainings.retrain, { params: { id }, body: {} })

const quote = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.loraTrainings.quote, { params: { id } })

test('a model that is like its photos is not trained again for free', async () => {
  const ada = await owner()
  drawn = [0.8, 0.6]
  const done = await trained(ada)
  expect(done).toMatchObject({ likeness: 0.8, can_retrain: false, is_free: false })
  expect(await refusal(retrain(ada, done))).toMatchObject({ status: 409 })
})

test('the photos are looked at as the training begins, and not read again at its end', async () => {
  const ada = await owner()
  drawn = [0.8, 0.6]
  const training = await ready(ada, PERSON)
  const photos = await photosOf(app.db.kysely, [training.id])
  expect(photos.length).toBeGreaterThan(0)
  engine.training.script = async (work) => {
    for (const { storage_key: storageKey } of photos) {
      await app.context.media.deletePicture({ storageKey, markedStorageKey: null })
      expect(await app.context.media.readPicture(storageKey)).toBeNull()
    }
    await trainToTheEnd(work)
  }
  await start(ada, training)
  expect(await untilStatus(ada, training, 'Successful')).toMatchObject({ likeness: 0.8 })
})

test('one that is unlike them is trained once more for free, from the same photos', async () => {
  const ada = await owner()
  drawn = [0.3, 0.95]
  const done = await trained(ada)
  expect(done).toMatchObject({ likeness: 0.3, can_retrain: true, cost: 1000 })
  const eve = await owner()
  expect(await refusal(retrain(eve, done))).toMatchObject({ status: 404 })
  const both = await Promise.allSettled([retrain(ada, done), retrain(ada, done)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await read(ada, done)).can_retrain).toBe(false)
  expect(await refusal(retrain(ada, done))).toMatchObject({ status: 409 })
  const { results } = await ada.call(api.loraTrainings.list, { query: {} })
  const again = results[0]!
  expect(again).toMatchObject({
    is_free: true,
    status: 'Not Started',
    project_name: done.project_name,
  })
  expect(again.lora_training_images.map(({ crop, caption }) => ({ crop, caption }))).toEqual(
    done.lora_training_images.map(({ crop, caption }) => ({ crop, caption })),
  )

  // Nothing is held, and no place of the month is taken, whatever the plan has left.
  expect(await quote(ada, again)).toMatchObject({ cost: 0, allowance: { models: 2, left: 1 } })
  const free = await quoteOf(again, ada)
  expect(free).toMatchObject({ cost: 0, enough: true })
  await start(ada, again, { quote: free.id })
  drawn = null
  const second = await untilStatus(ada, again, 'Successful')
  expect(second).toMatchObject({ likeness: 0, can_retrain: false, cost: 0 })
  expect(await refusal(retrain(ada, second))).toMatchObject({ status: 409 })
  expect((await quote(ada, await ready(ada))).allowance.used).toBe(1)
  await studios.expectPaid(ada, 1000)
})

test('somebody limited neither trains again for free nor starts what waits', async () => {
  const ada = await owner({ credits: 5000 })
  drawn = [0.3, 0.95]
  const done = await trained(ada)
  const other = await trained(ada)
  const again = await retrain(ada, done)
  await limitPerson(app, ada)
  const refused = { code: 'account_limited' }
  expect(await refusal(retrain(ada, other))).toMatchObject(refused)
  expect(await refusal(start(ada, again))).toMatchObject(refused)
  expect(await read(ada, again)).toMatchObject({ status: 'Not Started' })
})

test('a week later none is, and somebody else is not trained for free', async () => {
  const ada = await owner({ credits: 5000 })
  drawn = [0.3, 0.95]
  const done = await trained(ada)
  const again = await retrain(ada, done)
  pictured = [-0.95, 0.3]
  await addPhoto(ada, again, await photo(0))
  const { lora_training_images: photos } = await read(ada, again)
  expect(photos.at(-1)!.findings.map(({ code }) => code)).toContain('another_person')
  // Also when all of the photos are the other's.
  for (const { id: image } of photos)
    await ada.call(api.loraTrainings.removePhoto, { params: { id: again.id, image } })
  for (const number of [0, 1, 2, 3]) await addPhoto(ada, again, await photo(number))
  const others = await read(ada, again)
  expect(
    others.lora_training_images.map(({ findings }) => findings.map(({ code }) => code)),
  ).toEqual(others.lora_training_images.map(() => expect.arrayContaining(['another_person'])))
  expect(await refusal(start(ada, again))).toMatchObject({ status: 400 })

  pictured = [1, 0]
  const late = await trained(ada)
  expect(late.can_retrain).toBe(true)
  // A training that took long has its week from its end on.
  await sql`update lora_trainings set slot_at = slot_at - interval '8 days' where id = ${late.id}`.execute(
    app.db.kysely,
  )
  expect((await read(ada, late)).can_retrain).toBe(true)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from retrain_until - money_now())::int as seconds from lora_trainings where id = ${late.id}`.execute(
    app.db.kysely,
  )
  const week = 7 * 86_400
  expect(rows[0]!.seconds).toBeGreaterThan(week - 120)
  expect(rows[0]!.seconds).toBeLessThanOrEqual(week)
  await sql`update lora_trainings set retrain_until = retrain_until - interval '7 days' where id = ${late.id}`.execute(
    app.db.kysely,
  )
  expect((await read(ada, late)).can_retrain).toBe(false)
  expect(await refusal(retrain(ada, late))).toMatchObject({ status: 409 })
})

test('without photos, and stopped by its owner, none is', async () => {
  const ada = await owner({ credits: 5000 })
  drawn = [0, 1]
  const done = await trained(ada)
  expect(done.can_retrain).toBe(true)
  for (const { id: image } of done.lora_training_images)
    await ada.call(api.loraTrainings.removePhoto, { params: { id: done.id, image } })
  expect(await refusal(retrain(ada, done))).toMatchObject({ status: 409 })

  engine.training.script = trainUntil(SCRIPTED_STEPS / 2)
  const other = await ready(ada, PERSON)
  await start(ada, other)
  await until(ada, other, ({ checkpoint }) => checkpoint !== null)
  await cancel(ada, other)
  const stopped = await untilStatus(ada, other, 'Successful')
  expect(stopped).toMatchObject({ likeness: 0, can_retrain: false })
})

test('what is no person has no likeness', async () => {
  const ada = await owner()
  const training = await ready(ada)
  await start(ada, training)
  expect((await untilStatus(ada, training, 'Successful')).likeness).toBeNull()
})

test('before a start its page knows the price, the places of the month and what the engine made before', async () => {
  const ada = await owner()
  const first = await ready(ada)
  expect(await quote(ada, first)).toEqual({
    cost: 1000,
    allowance: { models: 2, used: 0, left: 2 },
    example: null,
  })
  expect(await refusal(quote(await owner(), first))).toMatchObject({ status: 404 })
  const starts = await Promise.allSettled(Array.from({ length: 3 }, () => start(ada, first)))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await untilStatus(ada, first, 'Successful')

  const second = await ready(ada)
  const { example, allowance } = await quote(ada, second)
  expect(allowance).toEqual({ models: 2, used: 1, left: 1 })
  expect(example).toMatchObject({ name: 'Ada of the Hills', is_own: true, steps: SCRIPTED_STEPS })
  expect(example!.photos).toHaveLength(4)
  expect(example!.images).toHaveLength(2)
  for (const url of [...example!.photos, ...example!.images])
    expect((await fetch(app.url + url)).status).toBe(200)
  // Nobody is shown what somebody else has trained.
  const eve = await newPerson(app, { credits: 10 })
  expect((await quote(eve, await ready(eve))).example).toBeNull()
  await remove(ada, first)
  expect((await quote(ada, second)).example).toBeNull()
})
