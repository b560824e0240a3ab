import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GenerationRequest, GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  startGenerationApp,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { createKinds } from '../registry.ts'
import { KINDS } from './loaders.ts'
import { ROWS, rowOf } from './testing/rows.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['negative_prompt', 'image_to_image', 'inpaint', 'refine'] },
  }))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await newPerson(app, { plan: 'pro' })
  image = (await upload(ada, await makePng(80, 64))).id
})

const submit = (person: TestPerson, body: GenerationRequestInput) =>
  person.call(api.inferenceJobs.create, { body })

test('the matrix has every kind that can be asked for', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(KINDS).toSorted())
})

describe.each(Object.entries(ROWS))('%s', (type, row) => {
  const {
    request,
    inputs,
    credits,
    size,
    isDrawn,
    lacks = [],
    outputs = 1,
    hasSeed = isDrawn,
  } = row

  test('is quoted, made, paid, shown and found again', async () => {
    const body = request(image)
    const quote = await ada.call(api.quotes.create, { body })
    expect(quote).toMatchObject({ cost: credits, lines: [{ amount: credits }] })
    const job = await submit(ada, { ...body, quote: quote.id })
    expect(job).toMatchObject({ type, outputs, cost: { quoted: credits, held: credits } })
    const ended = await waitForEnd(ada, job)
    const [width, height] = size
    expect(ended).toMatchObject({
      status: 'S',
      cost: { captured: credits, released: 0 },
      images: Array.from({ length: outputs }, () => ({ type, width, height })),
    })
    const nothing = { prompt: null, negative_prompt: null, model: null }
    const [picture] = ended.images
    expect(picture).toMatchObject(isDrawn ? { prompt: 'a red fox' } : nothing)
    expect(picture!.seed).toBe(hasSeed ? 5 : null)
    for (const field of ['prompt', 'model', 'steps', 'sampler'])
      expect(field in job.parameters).toBe(isDrawn && !lacks.includes(field))
    expect('seed' in job.parameters).toBe(hasSeed)

    const found = await ada.call(api.inferenceJobs.createOrFind, { body })
    expect(found.id).toBe(job.id)
    const { text, model_hash, ...again } = await ada.call(api.predictionImages.parameters, {
      params: { id: picture!.id },
    })
    expect(text).toContain('Version: Atelier')
    expect(model_hash).toHaveLength(64)
    const made = await submit(ada, again as GenerationRequestInput)
    expect((await waitForEnd(ada, made)).status).toBe('S')
    await expectCleanBooks(app)
  })

  test("refuses another's picture", async () => {
    const kind = await createKinds(KINDS).get(type)
    const named = kind.inputs(request(image) as GenerationRequest).map(({ field }) => field)
    expect(named.toSorted()).toEqual(inputs.toSorted())
    const eve = await newPerson(app, { plan: 'pro' })
    const answer = submit(eve, request(image)).then(
      () => [],
      (error: { status: number; body: object }) => [error.status, ...Object.keys(error.body)],
    )
    const isRefused = inputs.length > 0
    expect(await answer).toEqual(isRefused ? [400, ...inputs] : [])
    const untouched = { credits: 100, credits_held: 0 }
    expect(isRefused ? await balanceOf(eve) : untouched).toEqual(untouched)
  })

  test('refuses who has not verified the email, and who has no credits', async () => {
    const fresh = await newPerson(app, { verified: false })
    await expect(submit(fresh, request(image))).rejects.toMatchObject({
      status: 403,
      code: 'email_not_verified',
    })
    const poor = await newPerson(app, { plan: 'pro', credits: 0 })
    const own = (await upload(poor, await makePng(80, 64))).id
    await expect(submit(poor, request(own))).rejects.toMatchObject({ status: 402 })
    expect(await balanceOf(poor)).toEqual({ credits: 0, credits_held: 0 })
  })

  test('refuses a banned user', async () => {
    await app.db.pool.query('update users set banned_at = now() where id = $1', [ada.id])
    await expect(submit(ada, request(image))).rejects.toMatchObject({
      status: 403,
      code: 'account_banned',
    })
    expect(await app.context.credits.balance(app.db, ada.id)).toMatchObject({ balance: 100 })
  })

  test('is cancelled while it runs, and costs nothing', async () => {
    engine.script = hang
    const job = await submit(ada, request(image))
    await waitUntilBegun(app, ada, job)
    expect(await cancel(ada, job)).toMatchObject({
      status: 'CD',
      cost: { held: 0, captured: 0, released: credits },
    })
    expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  })
})

test('a tool does not wait for the drawing of somebody else', async () => {
  engine.script = hang
  const bob = await newPerson(app)
  const drawn = await submit(bob, rowOf('TTI').request(''))
  await waitUntilBegun(app, bob, drawn)
  engine.script = finishAll
  expect((await waitForEnd(ada, await submit(ada, rowOf('RB').request(image)))).status).toBe('S')
  await cancel(bob, drawn)
})

test('nor does it wait for a new background that is still to be drawn', async () => {
  const bob = await newPerson(app)
  const picture = (await upload(bob, await makePng(80, 64))).id
  engine.script = hang
  const drawn = await submit(bob, { type: 'RPB', image: picture, prompt: 'a forest' })
  await waitUntilBegun(app, bob, drawn)
  engine.script = finishAll
  expect((await waitForEnd(ada, await submit(ada, rowOf('RB').request(image)))).status).toBe('S')
  await cancel(bob, drawn)
})

test('a waiting tool begins when the own drawing before it ends', async () => {
  const bob = await newPerson(app)
  const picture = (await upload(bob, await makePng(80, 64))).id
  engine.script = hang
  const drawn = await submit(bob, rowOf('TTI').request(''))
  await waitUntilBegun(app, bob, drawn)
  const tool = await submit(bob, rowOf('RB').request(picture))
  engine.script = finishAll
  await cancel(bob, drawn)
  expect((await waitForEnd(bob, tool)).status).toBe('S')
})

describe('the paths of the tools', () => {
  test('their own', async () => {
    const { removeBackground, upscale } = api.inferenceJobs
    expect(await ada.call(removeBackground, { body: { image } })).toMatchObject({ type: 'RB' })
    const large = await ada.call(upscale, { body: { image, scale: 4 } })
    expect(large).toMatchObject({ type: 'UI', parameters: { scale: 4, width: 320 } })
    const pro = await ada.call(upscale, { body: { image, scale: 8, pro: true } })
    expect(pro).toMatchObject({ type: 'UU', cost: { quoted: 4 } })
    const wrong = ada.call(upscale, { body: { image, scale: 8 } })
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      body: { scale: [expect.any(String)] },
    })
  })

  test("of an image that was made here, and not of another's", async () => {
    const { removeBackgroundOf, upscaleOf } = api.inferenceJobs
    const made = await waitForEnd(ada, await submit(ada, rowOf('TTI').request('')))
    const params = { id: made.images[0]!.id }
    const cut = await ada.call(removeBackgroundOf, { params, body: {} })
    expect(cut).toMatchObject({ type: 'RB', parameters: { image: params.id } })
    const large = await ada.call(upscaleOf, { params, body: { scale: 2 } })
    expect(large).toMatchObject({ type: 'UI', parameters: { width: 160 } })
    const eve = await newPerson(app)
    const missing = { status: 404 }
    await expect(eve.call(removeBackgroundOf, { params, body: {} })).rejects.toMatchObject(missing)
    await expect(eve.call(upscaleOf, { params, body: {} })).rejects.toMatchObject(missing)
  })

  test('pro needs the Starter plan', async () => {
    const free = await newPerson(app)
    const picture = (await upload(free, await makePng(80, 64))).id
    await expect(submit(free, rowOf('UU').request(picture))).rejects.toMatchObject({
      status: 403,
      code: 'plan_required',
    })
    expect(await balanceOf(free)).toEqual({ credits: 100, credits_held: 0 })
  })

  test('more than 64 megapixels are refused before anything is held', async () => {
    const big = (await upload(ada, await makePng(2000, 2000))).id
    const call = submit(ada, { type: 'UU', image: big, scale: 8 })
    await expect(call).rejects.toMatchObject({ status: 400, body: { scale: [expect.any(String)] } })
  })
})
