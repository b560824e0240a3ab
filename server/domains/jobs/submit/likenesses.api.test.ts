import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import {
  CLEAN,
  finishAll,
  type ScriptedEngine,
  scriptedFace,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { ROWS } from '../kinds/testing/rows.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let photo: string

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['negative_prompt', 'image_to_image', 'inpaint', 'refine'] },
  }))
  ada = await newPerson(app, { plan: 'pro', credits: 500 })
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})
beforeEach(async () => {
  engine.sees = CLEAN
  engine.script = finishAll
  engine.faces = [scriptedFace()]
  // Another file each time: what a file shows is remembered.
  photo = (await upload(ada, await makePng(80, 64))).id
})

const drawing = { prompt: 'a portrait', width: 80, height: 64, num_images: 1, seed: 5 }
const IMAGE_TO_IMAGE = () => ({ ...drawing, type: 'ITI', image: photo }) as const

/** All that starts from an image and takes words. */
const TAKES_WORDS: Record<string, (prompt: string) => GenerationRequestInput> = {
  'image to image': (prompt) => ({ ...IMAGE_TO_IMAGE(), prompt }),
  repaint: (prompt) => ({ ...IMAGE_TO_IMAGE(), mask: photo, prompt }),
  'edit by words': (prompt) => ({ type: 'EDI', images: [photo], prompt }),
  workflow: (prompt) => ({ type: 'OTR', image: photo, prompt }),
  'replace background': (prompt) => ({ type: 'RPB', image: photo, prompt }),
  'detail pass': (prompt) => ({ type: 'AD', image: photo, prompt }),
  'upscale by prompt': (prompt) => ({ type: 'UIT', image: photo, scale: 2, prompt }),
  video: (prompt) => ({ type: 'VID', provider: 'BUILT_IN', image: photo, prompt }),
}

const order = (body: GenerationRequestInput) => ada.call(api.inferenceJobs.create, { body })

test.each(Object.entries(TAKES_WORDS))(
  '%s of a photo with a face: words that undress are refused, and nothing is held',
  async (_name, request) => {
    const before = await balanceOf(ada)
    const starts = engine.starts.length + engine.toolStarts.length
    for (const prompt of ['undress her', 'una mujer desnuda', 't4ke off her sh1rt'])
      expect(await order(request(prompt))).toMatchObject({
        status: 'B',
        images: [],
        error: {
          code: 'prompt_blocked',
          message: 'This prompt is not allowed. Nothing was charged.',
        },
        cost: { held: 0, captured: 0 },
      })
    expect(await balanceOf(ada)).toEqual(before)
    expect(engine.starts.length + engine.toolStarts.length).toBe(starts)
    const harmless = await order(request('remove the coat from the chair'))
    expect((await waitForEnd(ada, harmless)).status).toBe('S')
  },
)

test('without a face the words are judged as everywhere; a photo that is turned has its face', async () => {
  engine.faces = []
  expect((await order(TAKES_WORDS['image to image']!('a nude statue'))).status).toBe('P')
  const turned = (await upload(ada, await makePng(96, 64))).id
  const { findFaces } = engine.tool
  let looks = 0
  engine.tool.findFaces = async () => (++looks === 3 ? [scriptedFace()] : [])
  const request = { ...drawing, type: 'ITI', image: turned, prompt: 'a nude statue' } as const
  expect((await order(request)).status).toBe('B')
  engine.tool.findFaces = findFaces
})

test('where faces cannot be looked for, an image counts as one with a face', async () => {
  const { findFaces } = engine.tool
  engine.tool.findFaces = () => Promise.reject(new Error('scripted failure'))
  expect((await order(TAKES_WORDS['image to image']!('topless'))).status).toBe('B')
  engine.tool.findFaces = findFaces
})

test('a negative prompt takes no clothes away', async () => {
  const body = { ...IMAGE_TO_IMAGE(), negative_prompt: 'clothes, shirt' }
  expect((await order(body)).status).toBe('B')
  const usual = { ...IMAGE_TO_IMAGE(), negative_prompt: 'nude, nsfw, blurry' }
  expect((await waitForEnd(ada, await order(usual))).status).toBe('S')
})

test('a batch refuses those of its jobs that undress', async () => {
  const { 'edit by words': edit } = TAKES_WORDS
  const jobs = [edit!('make it snow'), edit!('strip her')]
  const { results } = await ada.call(api.inferenceJobs.createBatch, { body: { jobs } })
  expect(results.map(({ status }) => status)).toEqual(['P', 'B'])
  await waitForEnd(ada, results[0]!)
})

const EXPLICIT = { ...CLEAN, neutral: 0.2, porn: 0.75 }
/** Each with what it makes of people; the others show what is there. */
const REMAKES = ['FS', 'ISI', 'PHS', 'EDI', 'OTR', 'ITI', 'VID', 'RPB', 'AD', 'RO'] as const

test.each(REMAKES)('%s starts from no explicit photo of somebody', async (type) => {
  engine.sees = EXPLICIT
  const before = await balanceOf(ada)
  expect(await order(ROWS[type]!.request(photo))).toMatchObject({
    status: 'B',
    error: { code: 'prompt_blocked', message: 'This request is not allowed. Nothing was charged.' },
  })
  expect(await balanceOf(ada)).toEqual(before)
})

test.each(REMAKES)('%s delivers nothing of somebody above the lower threshold', async (type) => {
  engine.script = async (work) => {
    engine.sees = EXPLICIT
    await finishAll(work)
  }
  const job = await waitForEnd(ada, await order(ROWS[type]!.request(photo)))
  expect(job).toMatchObject({ status: 'B', images: [], error: { code: 'picture_blocked' } })
  expect(job.cost).toMatchObject({ held: 0, captured: 0 })
})

test('what shows nobody is judged by the upper threshold, and revealing clothes are no sin', async () => {
  engine.faces = []
  engine.sees = EXPLICIT
  const job = await waitForEnd(ada, await order(IMAGE_TO_IMAGE()))
  expect(job).toMatchObject({ status: 'S', images: [{ rating: 'X' }] })
  engine.faces = [scriptedFace()]
  engine.sees = { ...CLEAN, neutral: 0.1, sexy: 0.85 }
  const beach = (await upload(ada, await makePng(72, 64))).id
  const swimsuit = await order({ ...drawing, type: 'ITI', image: beach })
  expect(await waitForEnd(ada, swimsuit)).toMatchObject({
    status: 'S',
    images: [{ rating: 'Mature' }],
  })
})
