import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StatedPerson } from '#contract/age-statements.ts'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { refusal } from '#server/domains/studios/testing/studio-app.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, startGenerationApp, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { ROWS } from '../kinds/testing/rows.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let photo: string

const { version } = AGE_STATEMENTS

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['negative_prompt', 'image_to_image', 'inpaint', 'refine'] },
  }))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.faces = [scriptedFace({ age: 9 })]
  ada = await newPerson(app, { plan: 'pro', credits: 500 })
  photo = (await upload(ada, await makePng(80, 64))).id
})

const order = (body: GenerationRequestInput, person = ada) =>
  person.call(api.inferenceJobs.create, { body })
const request = (type: 'FS' | 'ISI' | 'PHS', image = photo) => ROWS[type]!.request(image)
const state = (person: StatedPerson, about = [photo], who = ada) =>
  who.call(api.ageStatements.state, { body: { about, person, version } })
const publish = (id: string, who = ada) =>
  who.call(api.predictionImages.update, {
    params: { id },
    body: { is_public: true, own_face: true },
  })
const share = (id: string) =>
  ada.call(api.predictionImages.share, { params: { id }, body: { show_prompt: false } })
const made = async (body: GenerationRequestInput) => {
  const { images } = await waitForEnd(ada, await order(body))
  return images[0]!
}
const imageToImage = (image: string) =>
  ({ type: 'ITI', image, prompt: 'in a park', width: 80, height: 64, num_images: 1 }) as const

const FOR_YOU_ALONE = { status: 403, code: 'permission_denied' }

test.each(['FS', 'ISI', 'PHS'] as const)(
  '%s of a face that looks young asks who it is, and holds nothing; a quote asks nothing',
  async (type) => {
    const before = await balanceOf(ada)
    await ada.call(api.quotes.create, { body: request(type) })
    const asked = { status: 403, code: 'age_statement_required', body: { about: [photo] } }
    expect(await refusal(order(request(type)))).toMatchObject(asked)
    const batch = ada.call(api.inferenceJobs.createBatch, { body: { jobs: [request(type)] } })
    expect(await refusal(batch)).toMatchObject(asked)
    expect(await balanceOf(ada)).toEqual(before)
    expect(await state('adult')).toMatchObject({
      results: [{ about: photo, person: 'adult', version }],
    })
    const image = await made(request(type))
    expect(await publish(image.id)).toMatchObject({ is_public: true })
  },
)

test('no face of sixteen or more, and none whose age is not known, is asked about', async () => {
  for (const face of [scriptedFace({ age: 16 }), scriptedFace()]) {
    engine.faces = [face]
    const other = (await upload(ada, await makePng(72, 64))).id
    expect((await order(request('ISI', other))).status).toBe('P')
  }
})

test('only the faces that are swapped are asked about', async () => {
  engine.faces = [scriptedFace({ age: 40 }), scriptedFace({ index: 1, age: 5 })]
  expect((await order(request('FS'))).status).toBe('P')
  const child = { ...request('FS'), source_face: 1 } as GenerationRequestInput
  expect(await refusal(order(child))).toMatchObject({ code: 'age_statement_required' })
})

test('a child is in no swap, and its images are neither published nor shared, whatever is made of them', async () => {
  await state('own_child')
  expect(await refusal(order(request('FS')))).toMatchObject(FOR_YOU_ALONE)
  expect(await refusal(ada.call(api.quotes.create, { body: request('FS') }))).toMatchObject(
    FOR_YOU_ALONE,
  )
  const { results } = await ada.call(api.ageStatements.about, { query: { about: photo } })
  expect(results).toMatchObject([{ about: photo, person: 'own_child', version }])
  const avatar = await made(request('ISI'))
  expect(avatar.shows_child).toBe(true)
  const larger = await made({ type: 'UU', image: avatar.id, scale: 2 })
  const drawn = await made(imageToImage(larger.id))
  for (const { id } of [avatar, larger, drawn]) {
    expect(await refusal(publish(id))).toMatchObject(FOR_YOU_ALONE)
    expect(await refusal(share(id))).toMatchObject(FOR_YOU_ALONE)
    expect(await refusal(order(request('FS', id)))).toMatchObject(FOR_YOU_ALONE)
  }
})

test('the statement takes back what was published, shared and remade before it', async () => {
  engine.faces = [scriptedFace({ age: 30 })]
  const avatar = await made(request('ISI'))
  const { url } = await share(avatar.id)
  const remade = await made(imageToImage(avatar.id))
  const published = await publish(remade.id)
  expect(published.is_public).toBe(true)
  const token = url.slice('/s/'.length)
  const shared = await app.call(api.predictionImages.shared, { params: { id: token } })
  expect((await fetch(new URL(shared.url, app.url))).status).toBe(200)
  await state('own_child')
  const { is_public: isPublic } = await ada.call(api.predictionImages.detail, {
    params: { id: remade.id },
  })
  expect(isPublic).toBe(false)
  const gone = app.call(api.predictionImages.shared, { params: { id: token } })
  expect(await refusal(gone)).toMatchObject({ status: 404 })
  expect((await fetch(new URL(shared.url, app.url))).status).toBe(404)
  expect(await refusal(publish(remade.id))).toMatchObject(FOR_YOU_ALONE)
  const bob = await newPerson(app)
  const seen = bob.call(api.predictionImages.detail, { params: { id: remade.id } })
  expect(await refusal(seen)).toMatchObject({ status: 404 })
})

test('what is shared, published and ordered while it is stated is a child’s, too', async () => {
  engine.faces = [scriptedFace({ age: 30 })]
  const image = await made(request('ISI'))
  // Each of them may come before the statement, and is then taken back, or after it, and is then refused.
  const [, , , job] = await Promise.all([
    state('own_child'),
    share(image.id).catch(() => null),
    publish(image.id).catch(() => null),
    order(imageToImage(photo)),
  ])
  const params = { id: image.id }
  const seen = await ada.call(api.predictionImages.detail, { params })
  expect(seen).toMatchObject({ is_public: false, shows_child: true })
  const { share: link } = await ada.call(api.predictionImages.readShare, { params })
  expect(link).toBeNull()
  const { images } = await waitForEnd(ada, job)
  expect(images[0]!.shows_child).toBe(true)
  expect(await refusal(share(images[0]!.id))).toMatchObject(FOR_YOU_ALONE)
})

test('a statement that comes while a request is read keeps the child out of the swap', async () => {
  engine.faces = [scriptedFace({ age: 30 })]
  const { findFaces } = engine.tool
  let isStated = false
  engine.tool.findFaces = async (...looked) => {
    if (!isStated) {
      isStated = true
      await state('own_child')
    }
    return findFaces!(...looked)
  }
  try {
    expect(await refusal(order(request('FS')))).toMatchObject(FOR_YOU_ALONE)
    expect(isStated).toBe(true)
  } finally {
    engine.tool.findFaces = findFaces
  }
})

test('an order that waits for a statement keeps nobody from the account', async () => {
  engine.faces = [scriptedFace({ age: 30 })]
  const client = await app.db.pool.connect()
  try {
    await client.query('begin')
    const locked = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid from pg_advisory_xact_lock(hashtext('whose child'), hashtext($1))`,
      [ada.id],
    )
    const { pid } = locked.rows[0]!
    const ordered = order(imageToImage(photo))
    const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    await expect
      .poll(async () => (await app.db.pool.query(waiting, [pid])).rows.length)
      .toBeGreaterThan(0)
    const account = 'select from credit_accounts where user_id = $1 for update nowait'
    expect((await client.query(account, [ada.id])).rows).toHaveLength(1)
    await client.query('commit')
    await ordered
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a child stays one; an adult may be corrected, once and for all', async () => {
  await state('adult')
  await state('own_child')
  expect(await refusal(state('adult'))).toMatchObject({ status: 409 })
  await Promise.all([state('own_child'), state('own_child')])
  const { age_statements: kept } = await ada.call(api.account.export, {})
  expect(kept).toMatchObject([
    { about: photo, person: 'own_child', version, text: AGE_STATEMENTS.texts.own_child },
  ])
})

test('only of what one may use, and in the current words', async () => {
  const bob = await newPerson(app)
  await state('adult')
  const foreign = await bob.call(api.ageStatements.about, { query: { about: photo } })
  expect(foreign.results).toEqual([])
  expect(await refusal(state('own_child', [photo], bob))).toMatchObject({
    status: 400,
    body: { about: [expect.any(String)] },
  })
  const old = ada.call(api.ageStatements.state, {
    body: { about: [photo], person: 'adult', version: '2020-01' },
  })
  expect(await refusal(old)).toMatchObject({ status: 400, body: { version: [expect.any(String)] } })
})

test("somebody else's public image is theirs to state: nobody can take it back for them", async () => {
  engine.faces = [scriptedFace({ age: 30 })]
  const image = await made(request('ISI'))
  await publish(image.id)
  const bob = await newPerson(app)
  await state('own_child', [image.id], bob)
  const still = await bob.call(api.predictionImages.detail, { params: { id: image.id } })
  expect(still.is_public).toBe(true)
  expect(await refusal(order(request('FS', image.id), bob))).toMatchObject(FOR_YOU_ALONE)
})
