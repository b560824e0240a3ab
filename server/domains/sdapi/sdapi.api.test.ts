import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { readPngTexts } from '#server/domains/media/index.ts'
import {
  finishAll,
  hang,
  type ScriptedEngine,
  SCRIPTED_MODEL,
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
import { WEBUI_IMG2IMG, WEBUI_TXT2IMG, WEBUI_UPSCALE } from './testing/webuiapi-bodies.ts'

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: {
      features: ['negative_prompt', 'image_to_image', 'inpaint'],
      samplers: ['Euler a', 'DPM++ 2M', 'DPM++ 2M Karras'],
    },
  }))
})
afterAll(() => app.dispose())
beforeEach(() => {
  engine.script = finishAll
})

interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** Somebody whose program shows the key as a password, as `--api-auth` of A1111 takes one. */
async function newProgram(limits: object = {}) {
  const person = await newPerson(app, { plan: 'pro', credits: 100 })
  const body = { name: 'webuiapi', scopes: ['generate' as const], images_at_once: 16, ...limits }
  const { key } = await person.call(api.apiKeys.create, { body })
  const basic = `Basic ${Buffer.from(`anybody:${key}`).toString('base64')}`
  const ask = async (path: string, sent?: object, headers: object = {}): Promise<Answer> => {
    const response = await fetch(`${app.url}/sdapi/v1/${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { authorization: basic, 'content-type': 'application/json', ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: answer }
  }
  return { person, key, ask }
}

const SMALL = { ...WEBUI_TXT2IMG, width: 64, height: 64 }
const imagesOf = ({ body }: Answer) =>
  (body['images'] as string[]).map((image) => Buffer.from(image, 'base64'))
const infoOf = ({ body }: Answer) => JSON.parse(body['info'] as string) as Record<string, unknown>
const startsOf = (prompt: string) => engine.starts.filter((start) => start.prompt === prompt)
const jobsOf = async (person: TestPerson) =>
  (await person.call(api.inferenceJobs.success, { query: {} })).results
const dataUrl = async (width: number, height = width) =>
  `data:image/png;base64,${(await makePng(width, height)).toString('base64')}`

test('txt2img, as webuiapi sends it, makes images with their settings, paid as any others', async () => {
  const { person, ask } = await newProgram()
  const prompt = 'a fox of the web UI'
  const made = await ask('txt2img', {
    ...SMALL,
    prompt,
    seed: 7,
    batch_size: 2,
    negative_prompt: 'blurry',
    steps: 9,
    cfg_scale: 5,
  })
  expect(made.status).toBe(200)
  const [first, second] = imagesOf(made)
  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  expect(second).toBeDefined()
  expect(made.body['parameters']).toMatchObject({ prompt, seed: 7, batch_size: 2 })
  const texts = readPngTexts(first!)['parameters']
  expect(infoOf(made)).toMatchObject({
    prompt,
    all_seeds: [7, 8],
    sampler_name: 'Euler a',
    steps: 9,
    cfg_scale: 5,
    infotexts: [texts, expect.stringContaining('Seed: 8')],
    sd_model_name: SCRIPTED_MODEL,
  })
  expect(startsOf(prompt)[0]).toMatchObject({
    steps: 9,
    guidanceScale: 5,
    negativePrompt: 'blurry',
    sampler: 'Euler a',
  })
  expect(await balanceOf(person)).toEqual({ credits: 98, credits_held: 0 })
  await expectCleanBooks(app)

  const image = first!.toString('base64')
  const read = await ask('png-info', { image: `data:image/png;base64,${image}` })
  expect(read.body).toMatchObject({
    info: texts,
    items: { parameters: texts },
    parameters: {
      Prompt: prompt,
      'Negative prompt': 'blurry',
      Steps: '9',
      Sampler: 'Euler a',
      Seed: '7',
      'Size-1': '64',
      'Size-2': '64',
    },
  })
})

test('img2img starts from an image, and repaints where the mask is white, or black when it is inverted', async () => {
  const { ask } = await newProgram()
  const sent = { ...WEBUI_IMG2IMG, init_images: [await dataUrl(64)], width: 64, height: 64 }
  const over = 'a fox over another'
  const made = await ask('img2img', { ...sent, prompt: over, denoising_strength: 0.5 })
  expect(made.status).toBe(200)
  expect(startsOf(over)[0]!.source).toMatchObject({ strength: 0.5 })
  expect(made.body['parameters']).not.toHaveProperty('init_images')

  const black = { r: 0, g: 0, b: 0 }
  const mask = await sharp({ create: { width: 64, height: 64, channels: 3, background: black } })
    .composite([
      {
        input: { create: { width: 64, height: 32, channels: 3, background: '#ffffff' } },
        top: 0,
        left: 0,
      },
    ])
    .png()
    .toBuffer()
  for (const inverts of [0, 1]) {
    const prompt = `a fox in a part ${inverts}`
    const part = await ask('img2img', {
      ...sent,
      prompt,
      mask: mask.toString('base64'),
      inpainting_mask_invert: inverts,
    })
    expect(part.status).toBe(200)
    const given = startsOf(prompt)[0]!.source!.mask!.image
    const { data, info } = await sharp(given).raw().toBuffer({ resolveWithObject: true })
    const at = (y: number) => data[y * info.width * info.channels]!
    expect([at(8), at(56)]).toEqual(inverts === 0 ? [255, 0] : [0, 255])
  }
})

test('extra-single-image enlarges an image, by an upscaler that is here', async () => {
  const { person, ask } = await newProgram()
  const image = await dataUrl(32)
  const made = await ask('extra-single-image', { ...WEBUI_UPSCALE, image })
  expect(made.status).toBe(200)
  const [job] = await jobsOf(person)
  expect(job).toMatchObject({ type: 'UI', parameters: { scale: 2 } })
  expect((made.body['image'] as string).length).toBeGreaterThan(100)
  const other = { ...WEBUI_UPSCALE, image, upscaler_1: 'R-ESRGAN 4x+' }
  expect(await ask('extra-single-image', other)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Pro Upscale') },
  })
})

test('progress shows the job of the key, and interrupt cancels it and no others', async () => {
  const { person, ask } = await newProgram()
  expect((await ask('progress')).body).toMatchObject({ progress: 0, state: { job_count: 0 } })
  engine.script = hang
  const own = await person.call(api.inferenceJobs.create, {
    body: { prompt: 'by hand', width: 64, height: 64, num_images: 1 },
  })
  const waiting = ask('txt2img', SMALL)
  await expect
    .poll(async () => (await ask('progress')).body)
    .toMatchObject({ state: { job_count: 1, job: expect.stringMatching(/.+/) } })
  expect((await ask('interrupt', {})).body).toEqual({})
  expect(await waiting).toMatchObject({ status: 409, body: { detail: expect.any(String) } })
  const still = await person.call(api.inferenceJobs.detail, { params: { id: own.id } })
  expect(['P', 'R']).toContain(still.status)
  await person.call(api.inferenceJobs.cancel, { params: { id: own.id }, body: {} })
  await waitForEnd(person, own)
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test('lists and the chosen model', async () => {
  const { ask } = await newProgram()
  const models = (await ask('sd-models')).body as unknown as { title: string }[]
  expect(models.map(({ title }) => title)).toContain(SCRIPTED_MODEL)
  const samplers = (await ask('samplers')).body as unknown as { name: string }[]
  expect(samplers.map(({ name }) => name)).toContain('Euler a')
  expect((await ask('loras')).body).toEqual(expect.any(Array))
  expect((await ask('options')).body).toEqual({ sd_model_checkpoint: SCRIPTED_MODEL })
  expect((await ask('options', { sd_model_checkpoint: SCRIPTED_MODEL })).status).toBe(200)
  expect(await ask('options', { sd_model_checkpoint: 'sdxl' })).toMatchObject({ status: 400 })
  expect(await ask('options', { CLIP_stop_at_last_layers: 2 })).toMatchObject({ status: 400 })
  const override = { override_settings: { sd_model_checkpoint: 'sdxl' } }
  expect(await ask('txt2img', { ...SMALL, ...override })).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('sdxl') },
  })
})

test.each([
  [{ tiling: true }, 'tiling'],
  [{ restore_faces: true }, 'restore_faces'],
  [{ styles: ['Anime'] }, 'styles'],
  [{ alwayson_scripts: { ControlNet: { args: [] } } }, 'alwayson_scripts'],
  [{ script_name: 'X/Y/Z plot' }, 'script_name'],
  [{ batch_size: 3, n_iter: 2 }, 'batch_size'],
  [{ sampler_name: 'Restart' }, 'sampler_name'],
  [{ scheduler: 'Exponential' }, 'scheduler'],
  [{ enable_hr: true }, 'enable_hr'],
  [{ width: 60 }, 'width'],
  [{ prompt: '' }, 'prompt'],
  [{ colour: 'red' }, 'colour'],
])('%j is a 400 that names %s, and costs nothing', async (wrong, name) => {
  const { person, ask } = await newProgram()
  const { status, body } = await ask('txt2img', { ...SMALL, ...wrong })
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(new RegExp(`^${name}`)) },
  })
  expect((await balanceOf(person)).credits).toBe(100)
})

test('Karras as a schedule belongs to the name of the sampler', async () => {
  const { ask } = await newProgram()
  const prompt = 'a fox by Karras'
  const sampled = { sampler_name: 'DPM++ 2M', scheduler: 'Karras' }
  const { status } = await ask('txt2img', { ...SMALL, prompt, ...sampled })
  expect(status).toBe(200)
  expect(startsOf(prompt)[0]!.sampler).toBe('DPM++ 2M Karras')
})

test('the same task or Idempotency-Key joins the first order, and equal calls without one do not', async () => {
  const { person, ask } = await newProgram()
  const task = { ...SMALL, force_task_id: 'task(1)' }
  const [a, b] = await Promise.all([ask('txt2img', task), ask('txt2img', task)])
  expect(imagesOf(a)).toEqual(imagesOf(b))
  const again = { 'idempotency-key': 'once' }
  await ask('txt2img', SMALL, again)
  await ask('txt2img', SMALL, again)
  expect(await jobsOf(person)).toHaveLength(2)
  expect((await ask('txt2img', { ...SMALL, prompt: 'other' }, again)).status).toBe(409)
  await ask('txt2img', SMALL)
  await ask('txt2img', SMALL)
  expect(await jobsOf(person)).toHaveLength(4)
  expect((await balanceOf(person)).credits).toBe(96)
})

test('the limits of a key hold, wrong keys and sessions are refused, and the rest is a 404 in its shape', async () => {
  const { person, ask } = await newProgram({ daily_credits: 1 })
  expect((await ask('txt2img', SMALL)).status).toBe(200)
  expect(await ask('txt2img', SMALL)).toMatchObject({
    status: 402,
    body: { detail: expect.any(String) },
  })
  const wrong = await ask('txt2img', SMALL, {
    authorization: `Basic ${Buffer.from('user:sk-wrong').toString('base64')}`,
  })
  expect(wrong).toMatchObject({ status: 401, body: { detail: expect.any(String) } })
  expect(wrong.headers.get('www-authenticate')).toBe('Basic')
  expect(await ask('progress', undefined, { authorization: '' })).toMatchObject({ status: 401 })
  const session = { authorization: `Token ${person.token}` }
  expect(await ask('txt2img', SMALL, session)).toMatchObject({ status: 401 })
  for (const path of ['scripts', 'memory', 'upscalers', 'interrogate', '../v2/none'])
    expect(await ask(path)).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  expect(await ask('skip', {})).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  const reader = await person.call(api.apiKeys.create, {
    body: { name: 'Reader', scopes: ['read' as const] },
  })
  const bearer = { authorization: `Bearer ${reader.key}` }
  expect((await ask('sd-models', undefined, bearer)).status).toBe(200)
  expect((await ask('txt2img', SMALL, bearer)).status).toBe(403)
})

test('no other call takes a key as a password', async () => {
  const { key } = await newProgram()
  const basic = `Basic ${Buffer.from(`anybody:${key}`).toString('base64')}`
  const headers = { authorization: basic }
  for (const path of ['/v1/models', '/api/inference_jobs/running/', '/api/users/me/'])
    expect((await fetch(app.url + path, { headers })).status).toBe(401)
})
