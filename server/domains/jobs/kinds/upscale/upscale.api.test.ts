import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import {
  createScriptedEngine,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
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
        message: 'On this photo, Fast looks nearly the same, for 2 credits.',
      },
    ],
  })
  expect(await said({ type: 'UU', image, scale: 2 })).toMatchObject([
    { message: expect.stringContaining('for 1 credit.') },
  ])
  expect(await said({ type: 'UU', image, scale: 4 }, 'es')).toMatchObject([
    { message: 'En esta foto, Rápido se ve casi igual, por 2 créditos.' },
  ])
  expect(await said({ type: 'UI', image, scale: 4 })).toEqual([])
  // Nothing else enlarges by eight.
  expect(await said({ type: 'UU', image, scale: 8 })).toEqual([])
  // Each scale is looked at once.
  expect(await said({ type: 'UU', image, scale: 3 })).toEqual([])
})
