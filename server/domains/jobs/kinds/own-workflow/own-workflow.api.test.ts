import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createComfyuiEngine } from '#server/engines/comfyui/index.ts'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { LINE_ART, POSTER } from '#tests/support/own-workflows.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let server: ComfyuiDouble
let app: TestApp
let ada: TestPerson
let image: string
const workflowsDir = mkdtempSync(join(tmpdir(), 'atelier-workflows-'))

beforeAll(async () => {
  writeFileSync(join(workflowsDir, 'line-art.json'), JSON.stringify(LINE_ART))
  writeFileSync(join(workflowsDir, 'poster.json'), JSON.stringify(POSTER))
  server = await startComfyuiDouble()
  const { tool, ...plain } = createScriptedEngine()
  const scripted = { ...plain, tool: { ...tool, models: async () => [] } }
  const comfyui = createComfyuiEngine({ address: server.url, workflowsDir })
  app = await startTestApp({
    overrides: { engines: [scripted, comfyui], classifier: scripted, pages: false },
  })
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
  await server.close()
  rmSync(workflowsDir, { recursive: true })
})

test('one is listed, quoted at the price of its file, run, paid and found in the history', async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results.flatMap(({ workflows }) => workflows)).toEqual([
    { id: 'line-art', name: 'Line art', credits: 3, takes_image: true, takes_prompt: false },
    { id: 'poster', name: 'Poster', credits: 1, takes_image: false, takes_prompt: true },
  ])
  const body = { type: 'OTR', workflow: 'line-art', image } as const
  const quote = await ada.call(api.quotes.create, { body })
  expect(quote).toMatchObject({ cost: 3, lines: [{ label: 'Workflow, Line art', amount: 3 }] })
  const before = await balanceOf(ada)
  const job = await ada.call(api.inferenceJobs.create, { body: { ...body, quote: quote.id } })
  expect(job).toMatchObject({ type: 'OTR', cost: { held: 3 } })
  const ended = await waitForEnd(ada, job)
  expect(ended).toMatchObject({
    status: 'S',
    cost: { captured: 3, released: 0 },
    images: [{ type: 'OTR', width: 40, height: 32 }],
  })
  expect(await balanceOf(ada)).toEqual({ credits: before.credits - 3, credits_held: 0 })
  const { results: listed } = await ada.call(api.predictionImages.list, { query: { type: 'OTR' } })
  expect(listed.map(({ id }) => id)).toEqual(ended.images.map(({ id }) => id))
  const { results: done } = await ada.call(api.inferenceJobs.success, { query: {} })
  expect(done.map(({ id }) => id)).toContain(job.id)
})

test('one of words is drawn in its own size and found again by its seed', async () => {
  const body = { type: 'OTR', workflow: 'poster', prompt: 'a red fox', seed: 7 } as const
  const job = await waitForEnd(ada, await ada.call(api.inferenceJobs.create, { body }))
  expect(job.images).toMatchObject([{ width: 64, height: 96, seed: 7, prompt: 'a red fox' }])
  const found = await ada.call(api.inferenceJobs.createOrFind, { body })
  expect(found.id).toBe(job.id)
})

test('what a workflow does not take, or lacks, is refused by its field', async () => {
  const ask = (body: object) =>
    ada.call(api.inferenceJobs.create, { body: { type: 'OTR', ...body } as never })
  const before = await balanceOf(ada)
  for (const [body, field] of [
    [{ workflow: 'line-art' }, 'image'],
    [{ workflow: 'line-art', image, prompt: 'a fox' }, 'prompt'],
    [{ workflow: 'poster' }, 'prompt'],
    [{ workflow: 'poster', prompt: 'a fox', image }, 'image'],
    [{ workflow: 'gone', image }, 'workflow'],
  ] as const)
    await expect(ask(body)).rejects.toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    })
  const stranger = await newPerson(app)
  await expect(
    stranger.call(api.inferenceJobs.create, {
      body: { type: 'OTR', workflow: 'line-art', image },
    }),
  ).rejects.toMatchObject({ status: 400, body: { image: [expect.any(String)] } })
  expect(await balanceOf(ada)).toEqual(before)
})

test('the credits of one that fails come back', async () => {
  const before = await balanceOf(ada)
  server.faults = ['out of memory']
  const body = { type: 'OTR', workflow: 'poster', prompt: 'a blue fox' } as const
  const job = await waitForEnd(ada, await ada.call(api.inferenceJobs.create, { body }))
  expect(job).toMatchObject({ status: 'FL', images: [], cost: { captured: 0, released: 1 } })
  expect(await balanceOf(ada)).toEqual(before)
})

test('where no engine has one, that is said', async () => {
  const { tool: _tool, ...plain } = createScriptedEngine()
  const other = await startTestApp({
    overrides: { engines: [plain], classifier: plain, pages: false },
  })
  const person = await newPerson(other)
  const body = { type: 'OTR', prompt: 'a fox' } as const
  await expect(person.call(api.inferenceJobs.create, { body })).rejects.toMatchObject({
    status: 503,
    body: { detail: 'No workflow is available here right now.' },
  })
  await other.dispose()
})
