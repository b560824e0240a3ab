import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import {
  finishAll,
  SCRIPTED_MODEL,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  expectCleanBooks,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['image_to_image', 'control_canny', 'control_depth'] },
  }))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  engine.script = finishAll
})

type Control = NonNullable<DrawingRequestInput['controls']>[number]

const uploadPng = async (person = ada) => (await upload(person, await makePng(40, 30))).id
const draw = (control: Control, person = ada) => submit(person, { controls: [control] })
const pixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer()

async function refusal(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(String(error))
  return { status: error.status, body: error.body }
}

describe('a drawing that follows an image', () => {
  test('gives the engine the image and says afterwards what it followed', async () => {
    const png = await makePng(203, 130, { noise: 10 })
    const { id } = await upload(ada, png)
    const control = { kind: 'depth', image: id, strength: 0.7, end: 0.8 } as const
    const job = await waitForEnd(ada, await draw(control))
    expect(job).toMatchObject({ status: 'S', cost: { captured: 1 } })
    expect(job.parameters).toMatchObject({ controls: [{ ...control, start: 0 }] })
    const order = engine.starts.at(-1)!
    const [led] = order.controls!
    expect(led).toMatchObject({ kind: 'depth', strength: 0.7, start: 0, end: 0.8 })
    expect(await pixels(led!.image)).toEqual(await pixels(png))
    const { text } = await ada.call(api.predictionImages.parameters, {
      params: { id: job.images[0]!.id },
    })
    expect(text).toContain(
      'ControlNet 0: "Module: depth, Weight: 0.7, Guidance Start: 0, Guidance End: 0.8"',
    )
    await expectCleanBooks(app)
  })

  test('may start from another image besides', async () => {
    const [image, led] = [await uploadPng(), await uploadPng()]
    const body = { ...SMALL, type: 'ITI' as const, image }
    const controls: Control[] = [{ kind: 'canny', image: led }]
    const job = await ada.call(api.inferenceJobs.create, { body: { ...body, controls } })
    expect(await waitForEnd(ada, job)).toMatchObject({ status: 'S' })
    expect(engine.starts.at(-1)).toMatchObject({ type: 'ITI', source: {}, controls: [{}] })
  })

  test('may follow up to three at once, each by its own image', async () => {
    const [first, second] = [await makePng(40, 30), await makePng(30, 40, { noise: 9 })]
    const controls: Control[] = [
      { kind: 'canny', image: (await upload(ada, first)).id },
      { kind: 'depth', image: (await upload(ada, second)).id, strength: 0.4 },
    ]
    const job = await waitForEnd(ada, await submit(ada, { controls }))
    expect(job).toMatchObject({ status: 'S', parameters: { controls } })
    const led = engine.starts.at(-1)!.controls!
    expect(led.map(({ kind, strength }) => [kind, strength])).toEqual([
      ['canny', 1],
      ['depth', 0.4],
    ])
    expect(await pixels(led[0]!.image)).toEqual(await pixels(first))
    expect(await pixels(led[1]!.image)).toEqual(await pixels(second))
    const { text } = await ada.call(api.predictionImages.parameters, {
      params: { id: job.images[0]!.id },
    })
    expect(text).toMatch(/ControlNet 0: "Module: canny.*ControlNet 1: "Module: depth/)

    const four = [...controls, ...controls]
    expect(await refusal(submit(ada, { controls: four }))).toMatchObject({ status: 400 })
    const gone = { kind: 'depth' as const, image: '0190a7f0-0000-7000-8000-000000000000' }
    expect(await refusal(submit(ada, { controls: [controls[0]!, gone] }))).toMatchObject({
      status: 400,
      body: { controls: ['There is no such image, or it was deleted.'] },
    })
    await expectCleanBooks(app)
  })

  test('is refused under the name that was used before, which would be ignored', async () => {
    const control = { kind: 'canny', image: await uploadPng() }
    expect(await refusal(submit(ada, { control } as never))).toMatchObject({ status: 400 })
  })

  test('with another control is another job, with the same one it is found again', async () => {
    const image = await uploadPng()
    const ask = (control: Control) =>
      ada.call(api.inferenceJobs.createOrFind, { body: { ...SMALL, seed: 4, controls: [control] } })
    const job = await ask({ kind: 'canny', image })
    await waitForEnd(ada, job)
    expect((await ask({ kind: 'canny', image, strength: 1 })).id).toBe(job.id)
    expect((await ask({ kind: 'canny', image, strength: 0.5 })).id).not.toBe(job.id)
    expect((await ask({ kind: 'depth', image })).id).not.toBe(job.id)
  })

  test.each<[string, Partial<Control>]>([
    ['a kind that the model has not', { kind: 'pose' }],
    ['an end before its start', { start: 0.5, end: 0.5 }],
    ['too much strength', { strength: 2.1 }],
    ['an image that is not there', { image: '0190a7f0-0000-7000-8000-000000000000' }],
  ])('is refused for %s, and costs nothing', async (_name, wrong) => {
    const control = { kind: 'canny' as const, image: await uploadPng(), ...wrong }
    const { status, body } = await refusal(draw(control))
    expect(status).toBe(400)
    expect(Object.keys(body as object).some((field) => field.startsWith('control'))).toBe(true)
    await expectCleanBooks(app)
  })

  test('never follows an image of somebody else', async () => {
    const image = await uploadPng(await newPerson(app))
    expect(await refusal(draw({ kind: 'canny', image }))).toMatchObject({ status: 400 })
    expect(await refusal(show('canny', image))).toMatchObject({ status: 400 })
  })
})

const show = (kind: MapKind, image: string, person = ada) =>
  person.call(api.generationServers.showControl, {
    body: { kind, image, model: SCRIPTED_MODEL },
  })

/** What the engine finds in images from now on. */
const finds = (find: () => Promise<Uint8Array>) =>
  Object.assign(engine.image, { showControl: find })

describe('what a control follows', () => {
  test('is shown as the engine finds it, small', async () => {
    finds(() => makePng(1000, 500))
    const { image } = await show('canny', await uploadPng())
    const file = Buffer.from(image.replace('data:image/webp;base64,', ''), 'base64')
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 768, height: 384 })
  })

  test('is refused for a kind that the model has not, and without an account', async () => {
    finds(() => makePng(8, 8))
    const image = await uploadPng()
    expect(await refusal(show('pose', image))).toMatchObject({ status: 400 })
    const body = { kind: 'canny', image } as const
    expect(await refusal(app.call(api.generationServers.showControl, { body }))).toMatchObject({
      status: 401,
    })
  })

  test('is found for the images of one person one after the other, for as many as lead a drawing', async () => {
    const found = Promise.withResolvers<Uint8Array>()
    let [now, most] = [0, 0]
    finds(async () => {
      now += 1
      most = Math.max(most, now)
      const map = await found.promise
      now -= 1
      return map
    })
    const image = await uploadPng()
    const asked = ['canny', 'depth', 'canny', 'depth'] as const
    const answers = asked.map((kind) => show(kind, image).catch((error: unknown) => error))
    // Somebody else does not wait.
    const bob = await newPerson(app)
    const other = show('canny', await uploadPng(bob), bob)
    await expect.poll(() => now).toBe(2)
    found.resolve(await makePng(8, 8))
    const refused = (await Promise.all(answers)).filter((answer) => answer instanceof ApiError)
    expect(refused.map(({ status }) => status)).toEqual([429])
    expect(most).toBe(2)
    expect((await other).image).toMatch(/^data:image\/webp/)
    expect((await show('canny', image)).image).toMatch(/^data:image\/webp/)
  })

  test('says so when the engine cannot, and lets go', async () => {
    finds(() =>
      Promise.reject(
        new EngineError('engine_failed', 'down', { retryable: true, userMessage: 'Down.' }),
      ),
    )
    const image = await uploadPng()
    expect(await refusal(show('canny', image))).toMatchObject({ status: 503 })
    finds(() => makePng(8, 8))
    expect((await show('canny', image)).image).toMatch(/^data:image\/webp/)
  })
})
