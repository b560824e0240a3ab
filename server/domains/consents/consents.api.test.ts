import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import {
  addPhoto,
  create,
  photo,
  refusal,
  resetEngine,
  startStudios,
  untilStatus,
} from '#server/domains/studios/testing/studio-app.ts'
import {
  finishAll,
  hang,
  type ScriptedEngine,
  scriptedFace,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let newOwner: Awaited<ReturnType<typeof startStudios>>['owner']
/** Faces that were measured so far. */
let measured = 0

const { version } = CONSENT_TEXTS.faces
const PERSON = { object_type: 'person', consent: { subject: 'self' } } as const
const NEEDED = { status: 403, code: 'consent_required' }

beforeAll(async () => {
  ;({ app, engine, owner: newOwner } = await startStudios())
  engine.tool.findFaces = async (_file, described) => {
    if (described) measured++
    return [{ ...scriptedFace({ size: 300 }), ...(described && { identity: [1, 0] }) }]
  }
})
afterAll(() => app.dispose())
beforeEach(() => {
  resetEngine(engine)
  measured = 0
})

const list = async (person: TestPerson) => (await person.call(api.consents.list, {})).results
const give = (person: TestPerson) =>
  person.call(api.consents.give, { body: { kind: 'faces', version } })
const withdraw = (person: TestPerson) =>
  person.call(api.consents.withdraw, { body: { kind: 'faces' } })

test('a consent is given once in its version, and withdrawn', async () => {
  const ada = await newOwner({ comparesFaces: false })
  const { text } = CONSENT_TEXTS.faces
  expect(await list(ada)).toEqual([
    { kind: 'faces', version, text, given: null, is_current: false },
  ])
  const old = ada.call(api.consents.give, { body: { kind: 'faces', version: '2020-01' } })
  expect(await refusal(old)).toMatchObject({ status: 400, body: { version: [expect.any(String)] } })
  const unknown = ada.call(api.consents.give, { body: { kind: 'hands', version } as never })
  expect(await refusal(unknown)).toMatchObject({ status: 400 })
  const [given] = await Promise.all([give(ada), give(ada)])
  expect(given).toMatchObject({ is_current: true, given: { version } })
  const { consents } = await ada.call(api.account.export, {})
  expect(consents).toMatchObject([{ kind: 'faces', version, text, withdrawn_at: null }])
  await withdraw(ada)
  await withdraw(ada)
  expect(await list(ada)).toMatchObject([{ given: null, is_current: false }])
  const after = await ada.call(api.account.export, {})
  expect(after.consents).toMatchObject([{ withdrawn_at: expect.any(String) }])
})

test('a consent to an earlier text does not count', async () => {
  const ada = await newOwner()
  await sql`update consents set version = '2020-01' where user_id = ${ada.id}`.execute(
    app.db.kysely,
  )
  expect(await list(ada)).toMatchObject([{ is_current: false, given: { version: '2020-01' } }])
  const training = await create(ada, PERSON)
  expect(await refusal(addPhoto(ada, training, await photo(1)))).toMatchObject(NEEDED)
})

test('without it no face is swapped, alone or in a batch; a quote needs none', async () => {
  const ada = await newOwner({ comparesFaces: false })
  const image = (await upload(ada, await makePng(80, 64))).id
  const swap = { source_image: image, target_image: image, consent: true } as const
  const before = await balanceOf(ada)
  const calls = [
    () => ada.call(api.inferenceJobs.faceSwap, { body: swap }),
    () => ada.call(api.inferenceJobs.create, { body: { type: 'FS', ...swap } }),
    () => ada.call(api.inferenceJobs.createOrFind, { body: { type: 'FS', ...swap } }),
    () => ada.call(api.inferenceJobs.createBatch, { body: { jobs: [{ type: 'FS', ...swap }] } }),
  ]
  for (const call of calls) expect(await refusal(call())).toMatchObject(NEEDED)
  expect(await balanceOf(ada)).toEqual(before)
  await ada.call(api.quotes.create, { body: { type: 'FS', ...swap } })
  await give(ada)
  await ada.call(api.inferenceJobs.faceSwap, { body: swap })
})

test('without it no photo of a person is taken, and no face measured; what is no person needs none', async () => {
  const ada = await newOwner({ comparesFaces: false })
  const training = await create(ada, PERSON)
  expect(await refusal(addPhoto(ada, training, await photo(1)))).toMatchObject(NEEDED)
  await addPhoto(ada, await create(ada), await photo(1))
  expect(measured).toBe(0)
  await give(ada)
  await addPhoto(ada, training, await photo(1))
  expect(measured).toBe(1)
})

const alikeOf = async (person: TestPerson) => {
  const { rows } = await sql<{ alike: object }>`
    select alike from lora_training_images where user_id = ${person.id} order by id`.execute(
    app.db.kysely,
  )
  return rows.map(({ alike }) => alike)
}

test('withdrawn, what was measured is gone: it is measured again after the next consent', async () => {
  const ada = await newOwner()
  const training = await create(ada, PERSON)
  const first = await addPhoto(ada, training, await photo(1))
  await addPhoto(ada, training, await photo(2))
  expect(measured).toBe(2)
  expect(await alikeOf(ada)).toEqual([{}, { [first.id]: 1 }])
  await withdraw(ada)
  expect(await alikeOf(ada)).toEqual([{}, {}])
  await give(ada)
  await addPhoto(ada, training, await photo(3))
  await expect.poll(() => measured).toBe(5)
})

test('withdrawn, no face is swapped that was ordered before: what waits and runs is cancelled', async () => {
  const ada = await newOwner()
  const image = (await upload(ada, await makePng(80, 64))).id
  const swap = { source_image: image, target_image: image, consent: true } as const
  engine.script = hang
  const begun = engine.toolStarts.length
  try {
    const swaps = [
      await ada.call(api.inferenceJobs.faceSwap, { body: swap }),
      await ada.call(api.inferenceJobs.faceSwap, { body: swap }),
    ]
    // One that begins at the moment of the withdrawal fails instead; see below.
    await expect.poll(() => engine.toolStarts.length).toBe(begun + 1)
    await withdraw(ada)
    for (const { id } of swaps) {
      const look = () => ada.call(api.inferenceJobs.detail, { params: { id } })
      await expect.poll(async () => (await look()).status).toBe('CD')
      expect(await look()).toMatchObject({ images: [], cost: { captured: 0, released: 2 } })
    }
  } finally {
    engine.script = finishAll
  }
})

test('what an engine that does not stop brings after the withdrawal is neither kept nor paid', async () => {
  const slow = await startGenerationApp({ capabilities: { stopsAtOnce: false } })
  const withdrawn = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  slow.engine.script = async ({ finish }) => {
    begun.resolve()
    await withdrawn.promise
    await finish(0)
  }
  try {
    const ada = await newPerson(slow.app)
    const image = (await upload(ada, await makePng(80, 64))).id
    const before = await balanceOf(ada)
    const swap = { source_image: image, target_image: image, consent: true } as const
    const { id } = await ada.call(api.inferenceJobs.faceSwap, { body: swap })
    await begun.promise
    await withdraw(ada)
    withdrawn.resolve()
    const look = () => ada.call(api.inferenceJobs.detail, { params: { id } })
    await expect.poll(async () => (await look()).status).toBe('CD')
    expect(await look()).toMatchObject({ images: [], cost: { captured: 0 } })
    expect(await balanceOf(ada)).toEqual(before)
    await expectCleanBooks(slow.app)
  } finally {
    withdrawn.resolve()
    await slow.app.dispose()
  }
})

test('a swap that is there after the withdrawal is not begun, and costs nothing', async () => {
  const ada = await newOwner()
  const image = (await upload(ada, await makePng(80, 64))).id
  const swap = { source_image: image, target_image: image, consent: true } as const
  const begun = engine.toolStarts.length
  // As if it had been ordered at the very moment of the withdrawal.
  await app.db.pool.query(
    `create function withdraw_now() returns trigger language plpgsql as $$ begin
       update consents set withdrawn_at = now() where user_id = new.user_id; return new; end $$`,
  )
  await app.db.pool.query(
    'create trigger withdraw_now after insert on inference_jobs for each row execute function withdraw_now()',
  )
  try {
    const { id } = await ada.call(api.inferenceJobs.faceSwap, { body: swap })
    const look = () => ada.call(api.inferenceJobs.detail, { params: { id } })
    await expect.poll(async () => (await look()).status).toBe('FL')
    expect(await look()).toMatchObject({
      error: { code: 'consent_required' },
      cost: { captured: 0, released: 2 },
    })
    expect(engine.toolStarts.length).toBe(begun)
  } finally {
    await app.db.pool.query('drop function withdraw_now cascade')
  }
})

test('what was measured of a photo goes with it, however it goes', async () => {
  const ada = await newOwner()
  const training = await create(ada, PERSON)
  await addPhoto(ada, training, await photo(1))
  const heard = Promise.withResolvers<string>()
  const end = await app.db.listener.listen('faces_forgotten', { message: heard.resolve })
  await sql`update uploaded_images set expires_at = money_now() where user_id = ${ada.id}`.execute(
    app.db.kysely,
  )
  const { rows } = await sql<{ id: string }>`
    select id from uploaded_images where user_id = ${ada.id}`.execute(app.db.kysely)
  await app.context.uploads.sweep()
  expect(await heard.promise).toBe(`upload:${rows[0]!.id}`)
  await end()
})

test('the likeness check can be declined, and needs the consent when it is due', async () => {
  const photos = await Promise.all([0, 1, 2, 3].map(photo))
  const train = async (person: TestPerson, body: object, before?: () => Promise<unknown>) => {
    const training = await create(person, PERSON)
    for (const file of photos) await addPhoto(person, training, file)
    await before?.()
    measured = 0
    await person.call(api.loraTrainings.start, { params: { id: training.id }, body })
    return untilStatus(person, training, 'Successful')
  }
  expect((await train(await newOwner(), { likeness: false })).likeness).toBeNull()
  expect(measured).toBe(0)
  const ada = await newOwner()
  expect((await train(ada, {}, () => withdraw(ada))).likeness).toBeNull()
  expect(measured).toBe(0)
})
