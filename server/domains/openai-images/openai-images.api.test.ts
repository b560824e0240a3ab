import { sql } from 'kysely'
import OpenAI, { APIError, toFile } from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  finishAll,
  type ScriptedEngine,
  SCRIPTED_MODEL,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({
    capabilities: { features: ['negative_prompt', 'image_to_image', 'inpaint'] },
  }))
})
afterAll(() => app.dispose())
beforeEach(() => {
  engine.script = finishAll
})

interface Program {
  person: TestPerson
  client: OpenAI
  key: string
}

/** Somebody with a key in the official client. */
async function newProgram({
  images_at_once = 16,
  ...options
}: { maxRetries?: number; fetch?: typeof fetch; images_at_once?: number } = {}) {
  const person = await newPerson(app, { plan: 'pro', credits: 100 })
  const body = { name: 'SDK', scopes: ['generate' as const], images_at_once }
  const { key } = await person.call(api.apiKeys.create, { body })
  const client = new OpenAI({ apiKey: key, baseURL: `${app.url}/v1`, maxRetries: 0, ...options })
  return { person, client, key } satisfies Program
}

const SMALL = { prompt: 'a red fox in the snow', size: '64x64', n: 1 } as const
const bytesOf = (encoded: string | undefined) => Buffer.from(encoded ?? '', 'base64')
const startsOf = (prompt: string) => engine.starts.filter((start) => start.prompt === prompt)
const jobsOf = async ({ person }: Program) =>
  (await person.call(api.inferenceJobs.success, { query: {} })).results

async function failureOf(work: Promise<unknown>): Promise<APIError> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(APIError)
  return error as APIError
}

test('models are listed, and one that is not there is refused and not replaced', async () => {
  const { client } = await newProgram()
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toContain(SCRIPTED_MODEL)
  expect(await client.models.retrieve(SCRIPTED_MODEL)).toMatchObject({ object: 'model' })
  const work = client.images.generate({ ...SMALL, model: 'gpt-image-1' })
  expect(await failureOf(work)).toMatchObject({ status: 404, code: 'model_not_found' })
})

test('images come as base64 in the format that is asked for, and are paid as any others', async () => {
  const program = await newProgram()
  const { client, person } = program
  const made = await client.images.generate({ ...SMALL, n: 2 })
  expect(made).toMatchObject({ size: '64x64', output_format: 'png', quality: 'medium' })
  expect(made.data).toHaveLength(2)
  for (const { b64_json } of made.data!)
    expect(await sharp(bytesOf(b64_json)).metadata()).toMatchObject({ format: 'png', width: 64 })
  const webp = await client.images.generate({ ...SMALL, output_format: 'webp' })
  expect((await sharp(bytesOf(webp.data![0]!.b64_json)).metadata()).format).toBe('webp')
  expect(await balanceOf(person)).toEqual({ credits: 97, credits_held: 0 })
  await expectCleanBooks(app)
})

test('an image as an address can be fetched by anybody who has it, in its format', async () => {
  const { client } = await newProgram()
  const { data } = await client.images.generate({
    ...SMALL,
    response_format: 'url',
    output_format: 'jpeg',
  })
  const answer = await fetch(data![0]!.url!)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
})

test('extensions and quality reach the engine', async () => {
  const { client } = await newProgram()
  const prompt = 'a fox of extensions'
  await client.images.generate({
    ...SMALL,
    prompt,
    negative_prompt: 'blurry',
    num_inference_steps: 7,
    guidance_scale: 3.5,
    seed: 42,
  } as never)
  expect(startsOf(prompt)[0]).toMatchObject({
    steps: 7,
    guidanceScale: 3.5,
    negativePrompt: 'blurry',
  })
  const low = 'a fox of low quality'
  await client.images.generate({ ...SMALL, prompt: low, quality: 'low' })
  const usual = 'a fox of usual quality'
  await client.images.generate({ ...SMALL, prompt: usual })
  expect(startsOf(low)[0]!.steps).toBe(Math.round(startsOf(usual)[0]!.steps / 2))
})

test.each([
  [{ size: '60x64' }, 'size'],
  [{ size: 'large' }, 'size'],
  [{ n: 9 }, 'n'],
  [{ background: 'transparent' }, 'background'],
  [{ background: 'transparent', output_format: 'jpeg' }, 'background'],
  [{ style: 'vivid' }, 'style'],
  [{ prompt: '' }, 'prompt'],
  [{ moderation: 'low' }, 'moderation'],
])('%j is a 400 that names %s', async (wrong, param) => {
  const { client, person } = await newProgram()
  const work = client.images.generate({ ...SMALL, ...wrong } as never)
  expect(await failureOf(work)).toMatchObject({
    status: 400,
    param,
    type: 'invalid_request_error',
    message: expect.stringContaining(param),
  })
  expect((await balanceOf(person)).credits).toBe(100)
})

test('wrong keys, keys of another scope, sessions and unknown paths are refused in its shape', async () => {
  const { person, key } = await newProgram()
  const wrong = new OpenAI({ apiKey: 'sk-wrong', baseURL: `${app.url}/v1`, maxRetries: 0 })
  expect(await failureOf(wrong.models.list())).toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  })
  const body = { name: 'Reader', scopes: ['read' as const] }
  const reader = await person.call(api.apiKeys.create, { body })
  const reading = new OpenAI({ apiKey: reader.key, baseURL: `${app.url}/v1`, maxRetries: 0 })
  await reading.models.list()
  expect(await failureOf(reading.images.generate(SMALL))).toMatchObject({ status: 403 })
  const session = await rawRequest(app, '/v1/images/generations', {
    headers: { authorization: `Token ${person.token}` },
    body: SMALL,
  })
  expect(session.status).toBe(401)
  const unknown = await rawRequest(app, '/v1/audio/speech', {
    headers: { authorization: `Bearer ${key}` },
    body: {},
  })
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})

test('too few credits, and what moderation blocks, are said so', async () => {
  const person = await newPerson(app, { credits: 0 })
  const body = { name: 'Poor', scopes: ['generate' as const] }
  const { key } = await person.call(api.apiKeys.create, { body })
  const client = new OpenAI({ apiKey: key, baseURL: `${app.url}/v1`, maxRetries: 0 })
  expect(await failureOf(client.images.generate(SMALL))).toMatchObject({
    status: 402,
    code: 'insufficient_quota',
  })
})

test('a failed job is a 5xx that is not repeated, and costs nothing', async () => {
  let calls = 0
  const counting: typeof fetch = (...request) => {
    calls += 1
    return fetch(...request)
  }
  const { client, person } = await newProgram({ maxRetries: 2, fetch: counting })
  engine.script = () => Promise.reject(new Error('no'))
  const failure = await failureOf(client.images.generate({ ...SMALL, prompt: 'a failing fox' }))
  expect(failure.status).toBeGreaterThanOrEqual(500)
  expect(calls).toBe(1)
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test('a retry of the client after a cut connection joins the first job and is charged once', async () => {
  let calls = 0
  const cutting: typeof fetch = async (...request) => {
    calls += 1
    const answer = fetch(...request)
    if (calls > 1) return answer
    // The answer never comes, though the order was placed.
    await answer
    throw new TypeError('terminated')
  }
  const program = await newProgram({ maxRetries: 2, fetch: cutting })
  const made = await program.client.images.generate({ ...SMALL, prompt: 'a fox that is cut off' })
  expect(calls).toBe(2)
  expect(made.data).toHaveLength(1)
  expect(await jobsOf(program)).toHaveLength(1)
  expect((await balanceOf(program.person)).credits).toBe(99)
  await program.client.images.generate({ ...SMALL, prompt: 'a fox that is cut off' })
  expect(await jobsOf(program)).toHaveLength(2)
})

test('equal calls that were both refused for now stay two orders when the client repeats them', async () => {
  let refusals = 0
  const refusing: typeof fetch = (...request) => {
    if (refusals === 2) return fetch(...request)
    refusals += 1
    const headers = { 'retry-after-ms': '1' }
    return Promise.resolve(new Response('{}', { status: 429, headers }))
  }
  const program = await newProgram({ maxRetries: 2, fetch: refusing })
  const order = () => program.client.images.generate({ ...SMALL, prompt: 'twice the same fox' })
  const [a, b] = await Promise.all([order(), order()])
  expect([a.data, b.data]).toMatchObject([[{}], [{}]])
  expect(await jobsOf(program)).toHaveLength(2)
  expect((await balanceOf(program.person)).credits).toBe(98)
  await expectCleanBooks(app)
})

test('of two equal calls the one that is refused does not join the other when it is repeated', async () => {
  const program = await newProgram({ maxRetries: 3, images_at_once: 1 })
  const prompt = 'a fox for which there is room once'
  engine.script = async (work) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await finishAll(work)
  }
  const order = () => program.client.images.generate({ ...SMALL, prompt })
  const made = await Promise.all([order(), order()])
  expect(new Set(made.map(({ data }) => data![0]!.b64_json)).size).toBe(2)
  expect(startsOf(prompt)).toHaveLength(2)
  expect((await balanceOf(program.person)).credits).toBe(98)
})

test('what is refused for good is no order that a repetition could join', async () => {
  const program = await newProgram()
  const failing = program.client.images.generate({
    ...SMALL,
    prompt: 'a fox of no model',
    model: 'x',
  })
  expect((await failureOf(failing)).status).toBe(404)
  const { rows } = await sql`
    select from api_key_requests r join api_keys k on k.id = r.key_id where k.user_id = ${program.person.id}`.execute(
    app.db.kysely,
  )
  expect(rows).toEqual([])
})

test('an Idempotency-Key joins the first job also at the same time, and is no other request’s', async () => {
  const program = await newProgram()
  const headers = { 'Idempotency-Key': 'once' }
  const order = (more = {}) => program.client.images.generate({ ...SMALL, ...more }, { headers })
  const [a, b] = await Promise.all([order(), order()])
  expect(a.data![0]!.b64_json).toBe(b.data![0]!.b64_json)
  // Each repetition joins for ten minutes more.
  for (const _ of [1, 2]) {
    await sql`update api_key_requests set created_at = created_at - interval '9 minutes'`.execute(
      app.db.kysely,
    )
    await order()
  }
  expect(await jobsOf(program)).toHaveLength(1)
  expect(await failureOf(order({ prompt: 'something else' }))).toMatchObject({ status: 409 })
})

test('a stream tells partial images and ends with the whole one', async () => {
  const { client } = await newProgram()
  const preview = `data:image/png;base64,${(await makePng(8, 8)).toString('base64')}`
  engine.script = async ({ request, progress, finish }) => {
    progress(1, [{ index: 0, url: preview }])
    await new Promise((resolve) => setTimeout(resolve, 1500))
    for (const index of request.indexes) await finish(index)
  }
  const stream = await client.images.generate({ ...SMALL, stream: true, partial_images: 2 })
  const events = []
  for await (const event of stream) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'image_generation.completed', size: '64x64' })
  expect(events[0]).toMatchObject({
    type: 'image_generation.partial_image',
    partial_image_index: 0,
  })
  expect((await sharp(bytesOf(events.at(-1)!.b64_json)).metadata()).width).toBe(64)
})

test('an image is changed where the mask is transparent', async () => {
  const { client } = await newProgram()
  const image = await toFile(await makePng(64, 64), 'image.png', { type: 'image/png' })
  const clear = await sharp({
    create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: await makePng(64, 32), top: 0, left: 0 }])
    .png()
    .toBuffer()
  const mask = await toFile(clear, 'mask.png', { type: 'image/png' })
  const prompt = 'a fox in the lower half'
  const made = await client.images.edit({ image, mask, prompt })
  expect(bytesOf(made.data![0]!.b64_json).length).toBeGreaterThan(0)
  const [start] = startsOf(prompt)
  const given = await sharp(start!.source!.mask!.image).raw().toBuffer({ resolveWithObject: true })
  const at = (y: number) => given.data[y * given.info.width * given.info.channels]!
  expect([at(8), at(56)]).toEqual([0, 255])
})

test('an edit of more than 40 MB is refused by what it says of itself', async () => {
  const { key } = await newProgram()
  const form = new FormData()
  for (const name of ['a', 'b', 'c'])
    form.append('image[]', new Blob([new Uint8Array(15 * 1024 ** 2)]), name)
  const answer = await fetch(`${app.url}/v1/images/edits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  expect(answer.status).toBe(413)
  await answer.text()
})

test('without a mask a model that follows instructions changes the image, and says what it lacks', async () => {
  const { client } = await newProgram()
  const image = await toFile(await makePng(64, 64), 'image.png', { type: 'image/png' })
  const made = await client.images.edit({ image, prompt: 'make it snow' })
  expect(made.data).toHaveLength(1)
  const refused = client.images.edit({ image, prompt: 'make it snow', size: '1024x1024' })
  expect(await failureOf(refused)).toMatchObject({ status: 400, param: 'size' })
})
