import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import OpenAI, { toFile } from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createVideoService } from '#server/engines/video-services/index.ts'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import {
  createScriptedEngine,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import { expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let fal: ServiceDouble
let own: ScriptedEngine
let ada: TestPerson
let key: string
let image: string
beforeAll(async () => {
  fal = await startFalDouble()
  own = createScriptedEngine()
  const engine = falEngineAt(fal)
  const luma = createVideoService('luma', {
    key: 'k',
    secret: '',
    // Nothing is begun there.
    baseUrl: 'http://127.0.0.1:9',
    webhookUrl: 'http://127.0.0.1:9/hook',
  })
  app = await startTestApp({ overrides: { engines: [engine, own, luma], classifier: own } })
})
afterAll(async () => {
  await app.dispose()
  await fal.close()
})
beforeEach(async () => {
  fal.begun.length = 0
  ada = await newPerson(app, { plan: 'pro', credits: 100 })
  const body = { name: 'photos', scopes: ['generate' as const], images_at_once: 16 }
  key = (await ada.call(api.apiKeys.create, { body })).key
  image = (await upload(ada, await makePng(80, 64))).id
})
afterEach(() => expectCleanBooks(app))

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

test('who is given the image of a tool stands in its price and in each answer of an order', async () => {
  const quote = await ada.call(api.quotes.create, { body: { type: 'RB', image } })
  expect(quote.photos_go_to).toEqual(['fal'])
  expect(quote.warnings).toEqual([
    { code: 'photo_goes_to', message: 'Your image is sent to fal, which does this.' },
  ])
  const order = await post('/api/inference_jobs/', { type: 'RB', image })
  expect(order).toMatchObject({ engine: 'fal', photos_go_to: ['fal'] })
  expect(await waitForEnd(ada, { id: String(order['id']) })).toMatchObject({
    photos_go_to: ['fal'],
  })

  const encoded = (await makePng(80, 64)).toString('base64')
  const enlarged = await post('/sdapi/v1/extra-single-image', {
    image: encoded,
    upscaling_resize: 2,
    upscaler_1: 'Upscale',
  })
  expect(enlarged['html_info']).toBe('Sent to fal')

  const client = new OpenAI({ apiKey: key, baseURL: `${app.url}/v1`, maxRetries: 0 })
  const photo = await toFile(await makePng(80, 64), 'photo.png', { type: 'image/png' })
  const edited = await client.images.edit({ image: photo, prompt: 'make it snow' })
  expect(edited).toMatchObject({ photos_go_to: ['fal'] })
})

test('who names the model is not warned, and hears who is given the image all the same', async () => {
  const body = { type: 'EDI' as const, images: [image], prompt: 'make it snow' }
  const quoted = (more: object) => ada.call(api.quotes.create, { body: { ...body, ...more } })
  expect((await quoted({})).photos_go_to).toEqual(['fal'])
  const named = { model: 'flux-kontext' }
  expect(await quoted(named)).toMatchObject({ photos_go_to: ['fal'], warnings: [] })
  const job = await post('/api/inference_jobs/', { ...body, ...named })
  expect(job).toMatchObject({ photos_go_to: ['fal'] })
  await waitForEnd(ada, { id: String(job['id']) })
})

test('a price by MCP says who is given the image, whichever model it chooses', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  const url = new URL(`${app.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const edit = { tool: 'edit_image', arguments: { image, prompt: 'make it snow' } }
  const priced = (await client.callTool({ name: 'price', arguments: edit })) as CallToolResult
  const [said] = priced.content
  expect(JSON.parse(said?.type === 'text' ? said.text : '')).toMatchObject({
    photos_go_to: ['fal'],
  })
  await client.close()
})

test('who is given the first image of a video stands in its price', async () => {
  const body = { type: 'VID' as const, image, provider: 'LUMA' as const, prompt: 'it snows' }
  const quote = await ada.call(api.quotes.create, { body })
  expect(quote).toMatchObject({ photos_go_to: ['luma'], warnings: [] })
})

test('what stays here says nothing of it', async () => {
  const drawn = await post('/api/inference_jobs/', {
    type: 'TTI',
    prompt: 'a fox',
    model: (await own.image.models())[0]!.id,
    width: 64,
    height: 64,
  })
  expect(drawn).toMatchObject({ engine: own.name })
  expect(drawn).not.toHaveProperty('photos_go_to')
  await waitForEnd(ada, { id: String(drawn['id']) })
})
