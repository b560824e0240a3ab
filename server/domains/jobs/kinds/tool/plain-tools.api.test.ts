import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { ToolModel } from '#server/engines/spec/index.ts'
import {
  createScriptedEngine,
  scriptedFace,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
/** The preferred one, which finds the faces. */
let plain: ScriptedEngine
let ada: TestPerson
let image: string

/** An engine whose tools are described as `of` says. */
function described(name: string, of: Partial<ToolModel>): ScriptedEngine {
  const engine = createScriptedEngine({ name })
  const { models } = engine.tool
  const tool = {
    ...engine.tool,
    models: async () => (await models()).map((model) => ({ ...model, ...of })),
  }
  return Object.assign(engine, { tool })
}

beforeAll(async () => {
  plain = described('plain', { plain: true })
  const full = described('full', { sameForPro: true })
  app = await startTestApp({ overrides: { engines: [plain, full], classifier: full } })
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app, { plan: 'starter' })
  image = (await upload(ada, await makePng(80, 64))).id
})

const engineOf = async (request: GenerationRequestInput) => {
  const job = await ada.call(api.inferenceJobs.create, { body: request })
  return (await waitForEnd(ada, job)).engine
}
const quote = (request: GenerationRequestInput) => ada.call(api.quotes.create, { body: request })

test('a tool that takes images alone is given nothing that it would drop', async () => {
  const cut = { type: 'RB', image } as const
  expect(await engineOf(cut)).toBe('plain')
  for (const more of [
    { shadow: true },
    { crop: true },
    { color: '#102030' },
    { gradient: { from: '#000000', to: '#ffffff', angle: 90 } },
    { background_image: image },
  ])
    expect(await engineOf({ ...cut, ...more })).toBe('full')
  expect(await engineOf({ type: 'UI', image, scale: 2 })).toBe('plain')
  expect(await engineOf({ type: 'UU', image, scale: 2 })).toBe('full')
})

test('among several faces only an engine that can choose does', async () => {
  const swap = { type: 'FS', source_image: image, target_image: image, consent: true } as const
  expect(await engineOf(swap)).toBe('plain')
  plain.faces = [scriptedFace(), scriptedFace({ index: 1 })]
  const group = (await upload(ada, await makePng(96, 64))).id
  expect(await engineOf({ ...swap, target_image: group })).toBe('full')
})

test('that pro is no better is said before it is paid', async () => {
  const { warnings } = await quote({ type: 'UU', image, scale: 4 })
  expect(warnings).toEqual([
    {
      code: 'same_for_pro',
      message: 'On this server, pro uses the same network as the standard upscale.',
    },
  ])
  expect((await quote({ type: 'UI', image, scale: 4 })).warnings).toEqual([])
})
