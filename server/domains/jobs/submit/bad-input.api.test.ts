import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { balanceOf, SMALL, startGenerationApp, submit } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let person: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  person = await newPerson(app)
})
afterAll(() => app.dispose())

async function countRows(): Promise<number[]> {
  const tables = [
    'inference_jobs',
    'prediction_images',
    'credit_holds',
    'idempotency_keys',
  ] as const
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await app.db.pool.query(`select count(*) as count from ${table}`)
      return (rows[0] as { count: number }).count
    }),
  )
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(api.inferenceJobs.create.path, app.url), {
    method: 'POST',
    headers: {
      authorization: `Token ${person.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const BAD: [field: string, body: Record<string, unknown>][] = [
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: null }],
  ['prompt', { prompt: '' }],
  ['prompt', { prompt: '   ' }],
  ['prompt', { prompt: '\u200b' }],
  ['prompt', { prompt: ' \u200b\u200c \u200d\u2060\ufeff\u00ad ' }],
  ['prompt', { prompt: 4 }],
  ['prompt', { prompt: 'x'.repeat(10_000) }],
  ['prompt', { prompt: 'a fox <lora:unknown:0.8>' }],
  ['prompt', { prompt: 'a fox <lora:unknown:much>' }],
  ['negative_prompt', { negative_prompt: 'x'.repeat(2001) }],
  ['negative_prompt', { negative_prompt: null }],
  ['type', { type: 'XXX' }],
  ['type', { type: 'ITI' }],
  ['model', { model: 'no-such-model' }],
  ['model', { model: 7 }],
  ['width', { width: 0 }],
  ['width', { width: 63 }],
  ['width', { width: 100 }],
  ['width', { width: 2056 }],
  ['width', { width: '512' }],
  ['width', { width: 64.5 }],
  ['height', { height: -64 }],
  ['num_images', { num_images: 0 }],
  ['num_images', { num_images: 5 }],
  ['num_images', { num_images: 100 }],
  ['num_images', { num_images: '4' }],
  ['num_images', { num_images: null }],
  ['steps', { steps: 0 }],
  ['steps', { steps: 101 }],
  ['guidance_scale', { guidance_scale: 0.5 }],
  ['guidance_scale', { guidance_scale: 31 }],
  ['guidance_scale', { guidance_scale: '7' }],
  ['sampler', { sampler: 'Nothing' }],
  ['sampler', { sampler: 'UniPC' }],
  ['seed', { seed: -1 }],
  ['seed', { seed: 4_294_967_296 }],
  ['seed', { seed: 1.5 }],
  ['loras', { loras: [{ model: 'a', weight: 3 }] }],
  ['loras', { loras: [{ model: 'a' }] }],
  ['style', { style: 'no such style' }],
  ['image', { image: crypto.randomUUID() }],
  ['strength', { strength: 0.5 }],
  ['mask', { mask: crypto.randomUUID() }],
  ['mask_feather', { mask_feather: 4 }],
  ['outpaint', { outpaint: { left: 64 } }],
  ['hires', { hires: { scale: 2 } }],
  ['variation_seed', { variation_seed: 3 }],
  ['variation_strength', { variation_strength: 0.5 }],
  ['guidance_rescale', { guidance_rescale: 0.5 }],
  ['unknown_field', { unknown_field: 1 }],
]

let before: number[]
beforeEach(async () => {
  before = await countRows()
})

test.each(BAD)('a wrong %s is a 400 that names it: %j', async (field, change) => {
  const answer = await post({ ...SMALL, ...change })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body)).toEqual([field])
  expect(await countRows()).toEqual(before)
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test.each([
  ['prompt', { prompt: '\u2060\u00ad' }, 'This field may not be blank.'],
  ['prompt', { prompt: [] }, 'Not a valid string.'],
  ['seed', { seed: 2 ** 53 }, 'Ensure this value is less than or equal to 4294967295.'],
])('a wrong %s is told in one sentence: %j', async (field, change, message) => {
  expect((await post({ ...SMALL, ...change })).body).toEqual({ [field]: [message] })
})

test('a quote is as strict as the generation', async () => {
  const quote = person.call(api.quotes.create, { body: { ...SMALL, prompt: '\ufeff\u200b' } })
  const body = { prompt: ['This field may not be blank.'] }
  await expect(quote).rejects.toMatchObject({ status: 400, body })
})

test('what joins visible characters stays in the prompt', async () => {
  const someone = await newPerson(app)
  const prompt = 'a \u{1f469}\u200d\u{1f680} and a co\u00adop\u200b'
  expect((await submit(someone, { prompt })).parameters.prompt).toBe(prompt)
})

test('several wrong fields are named together', async () => {
  const { status, body } = await post({ ...SMALL, sampler: 'UniPC', style: 'none', mask: 'x' })
  expect(status).toBe(400)
  expect(Object.keys(body).toSorted()).toEqual(['mask', 'sampler', 'style'])
})

test('more than four megapixels', async () => {
  expect((await post({ ...SMALL, width: 2048, height: 2048, num_images: 1 })).status).toBe(201)
  await expect(submit(person, { width: 2048, height: 2056 })).rejects.toMatchObject({ status: 400 })
})

test.each(['', 'x'.repeat(256), 'ä', 'tab\there'])('the key %j', async (key) => {
  const answer = await post(SMALL, { 'idempotency-key': Buffer.from(key).toString('latin1') })
  expect(answer).toMatchObject({ status: 400, body: { 'Idempotency-Key': [expect.any(String)] } })
  expect(await countRows()).toEqual(before)
})

test.each(['{', '[]', '"x"', 'null'])('the body %j', async (body) => {
  expect((await post(body)).status).toBe(400)
  expect(await countRows()).toEqual(before)
})

test('not signed in, not verified, not enough credits', async () => {
  const nobody = app.call(api.inferenceJobs.create, { body: SMALL })
  await expect(nobody).rejects.toMatchObject({ status: 401 })
  const unverified = await newPerson(app, { verified: false })
  await expect(submit(unverified)).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
  })
  const poor = await newPerson(app, { credits: 1 })
  const rows = await countRows()
  await expect(submit(poor, { num_images: 3 })).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_credits',
    body: { detail: expect.any(String), missing: 2 },
  })
  expect(await countRows()).toEqual(rows)
  expect(await balanceOf(poor)).toEqual({ credits: 1, credits_held: 0 })
})

test('a blocked prompt is a job that costs nothing', async () => {
  const someone = await newPerson(app)
  const job = await submit(someone, { prompt: 'a nude child', num_images: 4 })
  expect(job).toMatchObject({
    status: 'B',
    cost: { quoted: 0, held: 0, captured: 0, released: 0 },
    error: { code: 'prompt_blocked' },
    images: [],
  })
  expect(job.finished_at).not.toBeNull()
  expect(await balanceOf(someone)).toEqual({ credits: 100, credits_held: 0 })
})
