import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

test('a prompt becomes pictures that were paid for', async () => {
  const person = await newPerson(app)
  const job = await submit(person, { num_images: 2, seed: 4_294_967_295, style: 'flat' })
  expect(job).toMatchObject({
    status: 'P',
    type: 'TTI',
    parameters: {
      prompt: 'a red fox in the snow',
      negative_prompt: '',
      model: 'scripted-model',
      steps: 20,
      guidance_scale: 4,
      sampler: 'Euler a',
      seed: 4_294_967_295,
      loras: [],
      style: 'flat',
    },
    cost: { quoted: 2, held: 2, captured: 0, released: 0 },
    images: [],
    error: null,
    cancel_requested: false,
  })

  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({
    status: 'S',
    cost: { quoted: 2, held: 0, captured: 2, released: 0 },
    queue: { position: null, eta_p50: null, eta_p90: null },
    progress: { fraction: 1 },
    images: [
      { index: 0, seed: 4_294_967_295, width: 64, height: 64, status: 'S', marked: false },
      { index: 1, seed: 0 },
    ],
  })
  expect(await balanceOf(person)).toEqual({ credits: 98, credits_held: 0 })

  const file = await fetch(new URL(ended.images[0]!.url, app.url))
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.includes('a red fox in the snow\nSteps: 20, Sampler: Euler a')).toBe(true)

  const delivered = await person.call(api.inferenceJobs.successDetail, { params: { id: job.id } })
  expect(delivered).toEqual(ended)
  const list = await person.call(api.inferenceJobs.success, { query: {} })
  expect(list).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: job.id }] })
  await expectCleanBooks(app)
})

test('somebody else sees nothing of it', async () => {
  const owner = await newPerson(app)
  const other = await newPerson(app)
  const job = await waitForEnd(owner, await submit(owner))
  for (const id of [job.id, 'nonsense', '%00', crypto.randomUUID()]) {
    const refused = { status: 404, code: 'not_found' }
    const { detail, cancel, successDetail } = api.inferenceJobs
    await expect(other.call(detail, { params: { id } })).rejects.toMatchObject(refused)
    await expect(other.call(cancel, { params: { id }, body: {} })).rejects.toMatchObject(refused)
    await expect(other.call(successDetail, { params: { id } })).rejects.toMatchObject(refused)
  }
})

test('generation servers tell what the engine can do', async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results).toMatchObject([
    {
      name: 'scripted',
      kind: 'builtin',
      state: 'ready',
      circuit: 'closed',
      samplers: ['Euler a', 'Euler'],
      max_images: 4,
    },
  ])
  const count = await app.call(api.generationServers.countTokens, { body: { text: 'a red fox' } })
  expect(count).toEqual({
    tokens: 3,
    max_tokens: 75,
    chunks: 1,
    ignored: [],
    suggestions: [],
  })
  const unknown = app.call(api.generationServers.countTokens, { body: { text: 'a', model: 'no' } })
  await expect(unknown).rejects.toMatchObject({ status: 400, body: { model: expect.anything() } })
})
