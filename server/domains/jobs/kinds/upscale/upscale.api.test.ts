import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { SCRIPTED_TOOLS } from '#tests/support/doubles/scripted-tools.ts'
import {
  createScriptedEngine,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string

beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApp({ overrides: { engines: [engine], classifier: engine } })
  ada = await newPerson(app, { plan: 'starter' })
  image = (await upload(ada, await makePng(80, 64))).id
})
afterAll(() => app.dispose())

const quote = (request: GenerationRequestInput, language = 'en') => {
  const headers = { authorization: `Token ${ada.token}`, 'accept-language': language }
  const call = createClient(fetchTransport(app.url, { headers }), { validate: true })
  return call(api.quotes.create, { body: request })
}

test('that pro would look nearly as the fast way does is said before it is paid', async () => {
  expect((await quote({ type: 'UU', image, scale: 3 })).warnings).toEqual([])
  engine.sameByPro = true
  const said = async (request: GenerationRequestInput, language?: string) =>
    (await quote(request, language)).warnings
  expect(await quote({ type: 'UU', image, scale: 4 })).toMatchObject({
    cost: 4,
    warnings: [
      {
        code: 'same_as_fast',
        message: 'For this image, the Fast upscale would look nearly the same, for 2 credits.',
      },
    ],
  })
  expect(await said({ type: 'UU', image, scale: 2 })).toMatchObject([
    { message: expect.stringContaining('for 1 credit.') },
  ])
  expect(await said({ type: 'UU', image, scale: 4 }, 'es')).toMatchObject([
    { message: 'Con esta imagen, la ampliación Rápida se vería casi igual, por 2 créditos.' },
  ])
  expect(await said({ type: 'UI', image, scale: 4 })).toEqual([])
  // Nothing else enlarges by eight.
  expect(await said({ type: 'UU', image, scale: 8 })).toEqual([])
  // Each scale is looked at once.
  expect(await said({ type: 'UU', image, scale: 3 })).toEqual([])
})

test('the fast way is named only where it costs less', async () => {
  const admin = await newAdmin(app)
  const set = (body: Record<string, string | null>) =>
    admin.call(api.adminSettings.change, { body })
  const ask = () => quote({ type: 'UU', image, scale: 4 })
  engine.sameByPro = true
  await set({ TOOL_PRICES: 'upscale_x4=4' })
  expect(await ask()).toMatchObject({ cost: 4, warnings: [] })
  await set({ TOOL_PRICES: 'upscale_x4=5' })
  expect(await ask()).toMatchObject({ cost: 4, warnings: [] })
  // An added network's price is what pro costs then.
  engine.tool.models = async () => SCRIPTED_TOOLS.map((model) => ({ ...model, isAdded: true }))
  await set({ ADDED_UPSCALE_CREDITS: '7' })
  // Offers of engines are remembered for a while.
  await expect.poll(async () => (await ask()).cost, { timeout: 15_000 }).toBe(7)
  expect((await ask()).warnings).toMatchObject([{ message: expect.stringContaining('5 credits') }])
  await set({ TOOL_PRICES: null, ADDED_UPSCALE_CREDITS: null })
})
