import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { leastCreditValue } from '#server/domains/billing/index.ts'
import {
  OPENAI_MODEL as MODEL,
  type OpenAiDouble,
  startOpenAiDouble,
} from '#tests/support/doubles/openai-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  submit,
  waitForEnd,
  waitForJob,
} from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const SMALL = { model: MODEL, width: 256, height: 256 }

let app: TestApp
let admin: TestPerson
let person: TestPerson
let doubles: OpenAiDouble[]
let added: string[]
beforeAll(async () => {
  const scripted = createScriptedEngine()
  app = await startTestApp({
    overrides: { engines: [scripted], classifier: scripted, pages: false, drainMs: 2000 },
  })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})
beforeEach(async () => {
  person = await newPerson(app)
  doubles = [await startOpenAiDouble(), await startOpenAiDouble()]
  added = []
})
afterEach(async () => {
  for (const id of added) {
    const remove = () => admin.call(api.adminEngines.remove, { params: { id } })
    await expect.poll(() => remove().catch(() => 'busy'), { timeout: 20_000 }).toBeNull()
  }
  await Promise.all(doubles.map((double) => double.close()))
})

async function add(double: OpenAiDouble, query: string): Promise<string> {
  const body = { kind: 'openai', name: 'The box', url: `${double.url}/v1?${query}` }
  const { id } = await admin.call(api.adminEngines.add, { body })
  added.push(id)
  return id
}
const costOf = async (id: string) => (await waitForEnd(person, { id })).cost

test('a server that is killed while it draws is taken over by another with the same model, and paid once', async () => {
  const [first, second] = doubles as [OpenAiDouble, OpenAiDouble]
  first.held = new Promise(() => undefined)
  const killed = await add(first, 'preset=sd-server')
  const before = await balanceOf(person)
  const job = await submit(person, { ...SMALL, num_images: 2, seed: 3 })
  expect(job.engine).toBe(killed)
  await expect.poll(() => first.calls.length, { timeout: 20_000 }).toBe(1)
  const other = await add(second, 'preset=sd-server')
  await first.close()
  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({ status: 'S', engine: other, first_engine: killed })
  expect(ended.images.map(({ seed }) => seed)).toEqual([3, 4])
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 2, credits_held: 0 })
})

test('an answer that is lost where calls are billed fails the job, and gives its credits back', async () => {
  const [service] = doubles as [OpenAiDouble]
  service.fault = 'connection lost'
  await add(service, 'preset=openai&cents=4&credits=25')
  const before = await balanceOf(person)
  const job = await submit(person, { ...SMALL, width: 1024, height: 1024 })
  expect(await costOf(job.id)).toMatchObject({ captured: 0, released: 25 })
  expect(service.calls).toHaveLength(1)
  expect(await balanceOf(person)).toEqual(before)
})

test('what is streamed is seen while it is drawn, and the words that it was drawn by are kept', async () => {
  const [service] = doubles as [OpenAiDouble]
  let release = () => {}
  service.held = new Promise((resolve) => (release = resolve))
  service.style = 'stream'
  await add(service, 'preset=openai&previews=2&credits=1')
  const body = { ...SMALL, width: 1024, height: 1024 }
  const job = await submit(person, body)
  const shown = await waitForJob(person, job, ({ progress }) => progress.preview_url !== null)
  expect(shown).toMatchObject({ status: 'R' })
  release()
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })

  service.style = 'base64'
  service.revisedPrompt = 'A red fox in deep snow'
  const { images } = await waitForEnd(person, await submit(person, body))
  const params = { id: images[0]!.id }
  const made = await person.call(api.predictionImages.parameters, { params })
  expect(made['revised_prompt']).toBe('A red fox in deep snow')
})

test('a model that costs more than it brings is named in the console, as long as it is sold', async () => {
  const [service] = doubles as [OpenAiDouble]
  const id = await add(service, 'preset=openai&cents=4&credits=2')
  const { results } = await admin.call(api.adminEngines.list, {})
  const brings = 2 * leastCreditValue()
  const loss = { model: MODEL, credits: 2, cost: 40_000, brings }
  expect(results.find((one) => one.id === id)?.below_cost).toEqual([loss])
  expect(results.filter((one) => one.id !== id).flatMap((one) => one.below_cost)).toEqual([])
  const act = (what: 'pause' | 'resume') =>
    admin.call(api.adminEngines[what], { params: { id }, body: {} })
  expect(await act('pause')).toMatchObject({ state: 'paused', below_cost: [] })
  expect(await act('resume')).toMatchObject({ state: 'ready', below_cost: [loss] })
})
