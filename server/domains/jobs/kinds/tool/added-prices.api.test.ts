import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { SCRIPTED_TOOLS } from '#tests/support/doubles/scripted-tools.ts'
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

let app: TestApp
let engine: ScriptedEngine
let person: TestPerson

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp(
    {},
    { env: { ADDED_CUT_OUT_CREDITS: '3', ADDED_UPSCALE_CREDITS: '0' } },
  ))
  person = await newPerson(app, { plan: 'pro', credits: 100 })
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})

/** Networks that were added do the work of the tools from now on, as far as this process has heard. */
async function addNetworks(): Promise<void> {
  engine.tool.models = async () => SCRIPTED_TOOLS.map((model) => ({ ...model, isAdded: true }))
  // Offers of engines are remembered for a while.
  await expect.poll(async () => (await prices()).remove_background, { timeout: 15_000 }).not.toBe(1)
}

const prices = async () => (await app.call(api.plans.list, {})).prices
const order = async () => {
  const { id } = await upload(person, await makePng(64, 64))
  const job = await person.call(api.inferenceJobs.create, { body: { type: 'RB', image: id } })
  return waitForEnd(person, job)
}

test('a cut-out costs what the operator says while an added network makes it, and the list price without', async () => {
  expect((await prices()).remove_background).toBe(1)
  expect(await order()).toMatchObject({ status: 'S', cost: { quoted: 1, captured: 1 } })

  await addNetworks()
  // Pro upscale has no price of its own, so it stays as it is listed.
  expect(await prices()).toMatchObject({ remove_background: 3, pro_upscale: 4, remove_object: 1 })
  const before = await balanceOf(person)
  expect(await order()).toMatchObject({ status: 'S', cost: { quoted: 3, captured: 3 } })
  expect((await balanceOf(person)).credits).toBe(before.credits - 3)
})

test('work that the built-in network does after all costs the list price, and the rest goes back', async () => {
  const { start } = engine.tool
  // The network is removed after the order and before its job runs.
  engine.tool.start = async (request, beginning) => {
    engine.tool.models = async () => SCRIPTED_TOOLS
    return start(request, beginning)
  }
  const before = await balanceOf(person)
  expect(await order()).toMatchObject({
    status: 'S',
    cost: { quoted: 3, captured: 1, released: 2 },
  })
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 1, credits_held: 0 })
})
