import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { api } from '#contract/index.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { answer, offer, shared, sharesOf, trained } from './testing/share-app.ts'
import {
  create,
  ready,
  refusal,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from './testing/studio-app.ts'

let app: TestApp
let engine: ScriptedEngine
let newOwner: Awaited<ReturnType<typeof startStudios>>['owner']

beforeAll(async () => {
  ;({ app, engine, owner: newOwner } = await startStudios())
})
afterAll(() => app.dispose())
beforeEach(() => resetEngine(engine))

const PERSON = { object_type: 'person', consent: { subject: 'self' } } as const
const CHILD = { object_type: 'person', consent: { subject: 'child' } } as const
const WAIVED = { waive: ['small_face', 'unlike', 'same_pose', 'same_background'] }

const state = (who: TestPerson, id: string, person: 'adult' | 'own_child') =>
  who.call(api.ageStatements.state, {
    body: { about: [id], person, version: AGE_STATEMENTS.version },
  })
const draw = async (who: TestPerson, lora: string) =>
  (await waitForEnd(who, await submit(who, { prompt: `a cup <lora:${lora}:1>` }))).images[0]!
const publish = (who: TestPerson, id: string) =>
  who.call(api.predictionImages.update, {
    params: { id },
    body: { is_public: true, own_face: true },
  })

test('a model of the own child is trained, is shared with nobody, and its images stay private', async () => {
  const ada = await newOwner()
  const studio = await trained(ada, CHILD)
  expect(studio.consent.subject).toBe('child')
  expect((await sharesOf(ada, studio)).hindrance).toBe('child')
  const bob = await newOwner()
  expect(await refusal(offer(ada, studio, bob))).toMatchObject({ status: 409 })
  const image = await draw(ada, studio.created_model_version!)
  expect(await refusal(publish(ada, image.id))).toMatchObject({
    status: 403,
    code: 'permission_denied',
  })
  const link = ada.call(api.consentLinks.create, { params: { id: studio.id }, body: {} })
  expect(await refusal(link)).toMatchObject({ status: 409 })
})

test('photos of a face that looks young ask before the training; nothing is held until then', async () => {
  engine.faces = [scriptedFace({ size: 300, age: 8 })]
  const ada = await newOwner()
  const studio = await ready(ada, PERSON)
  expect(await refusal(start(ada, studio, WAIVED))).toMatchObject({
    status: 403,
    code: 'age_statement_required',
    body: { about: [studio.id] },
  })
  await state(ada, studio.id, 'adult')
  await start(ada, studio, WAIVED)
  const done = await untilStatus(ada, studio, 'Successful')
  expect(done.consent.subject).toBe('self')
})

test('that it is a child can be stated late: shares end, and what was drawn and published is private', async () => {
  const [ada, bob] = [await newOwner(), await newOwner()]
  const studio = await trained(ada, PERSON)
  const model = studio.created_model_version!
  await offer(ada, studio, bob)
  await answer(bob, (await shared(bob))[0]!, 'accept')
  const image = await draw(ada, model)
  expect((await publish(ada, image.id)).is_public).toBe(true)
  const guests = await draw(bob, model)
  // It is not the own face of who publishes it.
  expect(await refusal(publish(bob, guests.id))).toMatchObject({ status: 400 })
  await state(ada, studio.id, 'own_child')
  const { is_public: isPublic } = await ada.call(api.predictionImages.detail, {
    params: { id: image.id },
  })
  expect(isPublic).toBe(false)
  expect(await refusal(publish(ada, image.id))).toMatchObject({ status: 403 })
  expect(await refusal(publish(bob, guests.id))).toMatchObject({ status: 403 })
  const seen = ada.call(api.predictionImages.detail, { params: { id: guests.id } })
  expect(await refusal(seen)).toMatchObject({ status: 404 })
  expect((await shared(bob)).filter(({ state: is }) => is === 'accepted')).toEqual([])
  expect(await refusal(submit(bob, { prompt: `a cup <lora:${model}:1>` }))).toMatchObject({
    status: 400,
  })
  const now = await ada.call(api.loraTrainings.detail, { params: { id: studio.id } })
  expect(now.consent.subject).toBe('child')
})

test('a statement that comes while an order by the model is read makes its images a child’s, each of a batch', async () => {
  const ada = await newOwner()
  const [model, other] = [await trained(ada, PERSON), await trained(ada, PERSON)]
  const { fitLoras } = engine.image
  const stated = new Set<string>()
  // The model itself is known by then; the engine is asked about what it does not know.
  const stateBetween = (id: string) => {
    engine.image.fitLoras = async (_model, ids) => {
      if (!stated.has(id)) await state(ada, id, 'own_child')
      stated.add(id)
      return ids.map((one) => ({ id: one, hash: '', problem: null }))
    }
  }
  const request = (studio: typeof model) => ({
    prompt: `a cup <lora:${studio.created_model_version!}:1> <lora:engines-own:1>`,
  })
  try {
    stateBetween(model.id)
    const { images } = await waitForEnd(ada, await submit(ada, request(model)))
    stateBetween(other.id)
    const body = { jobs: [request(other), { prompt: 'a cup' }] }
    const { results } = await ada.call(api.inferenceJobs.createBatch, { body })
    const ended = await Promise.all(results.map((job) => waitForEnd(ada, job)))
    expect(stated.size).toBe(2)
    expect(images.map(({ shows_child: shows }) => shows)).toEqual([true])
    expect(ended.map((job) => job.images[0]?.shows_child ?? null)).toEqual([true, false])
  } finally {
    engine.image.fitLoras = fitLoras!
  }
})

test('nobody else states it of a studio, and a child of others is no subject of a link', async () => {
  const [ada, bob] = [await newOwner(), await newOwner()]
  const studio = await create(ada, PERSON)
  expect(await refusal(state(bob, studio.id, 'own_child'))).toMatchObject({ status: 400 })
  const byLink = create(ada, { ...CHILD, consent: { subject: 'child', by_link: true } })
  expect(await refusal(byLink)).toMatchObject({ status: 400 })
})
