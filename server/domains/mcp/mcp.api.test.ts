import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  startGenerationApp,
  submit,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())

/** The SDK's client of somebody's key. */
async function connect(scopes: ('generate' | 'read' | 'account')[] = ['generate', 'account']) {
  const person = await newPerson(app, { plan: 'pro', credits: 100 })
  const body = { name: 'MCP', scopes, calls_per_minute: 600 }
  const { key } = await person.call(api.apiKeys.create, { body })
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  const use = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult
    const [first] = result.content
    const said = first?.type === 'text' ? first.text : ''
    return { result, said, told: result.isError ? null : (JSON.parse(said) as Told) }
  }
  return { person, client, use, headers }
}

interface Told {
  job: string
  status: string
  cost: number
  credits: number
  images: { id: string; video: string | null }[]
}

const FOX = { prompt: 'a red fox in the snow', width: 64, height: 64 }

test('the tools are listed with what they take', async () => {
  const { client } = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    'balance',
    'edit_image',
    'generate_image',
    'job',
    'make_video',
    'price',
    'remove_background',
    'upscale_image',
  ])
  const generate = tools.find(({ name }) => name === 'generate_image')
  expect(generate?.inputSchema.required).toEqual(['prompt'])
  await client.close()
})

test('an image is priced, made and shown, then changed by every tool, each paid as any other', async () => {
  const { person, client, use } = await connect()
  const price = await use('price', { tool: 'generate_image', arguments: FOX })
  expect(price.told).toMatchObject({ cost: 1, balance: 100 })
  const made = await use('generate_image', FOX)
  expect(made.told).toMatchObject({ status: 'succeeded', credits: 1 })
  const shown = made.result.content.find(({ type }) => type === 'image') as { data: string }
  expect((await sharp(Buffer.from(shown.data, 'base64')).metadata()).width).toBe(64)
  const [{ id } = { id: '' }] = made.told!.images
  for (const [tool, more] of [
    ['upscale_image', { scale: 2 }],
    ['remove_background', {}],
    ['edit_image', { prompt: 'make it snow' }],
  ] as const) {
    const changed = await use(tool, { image: id, ...more })
    expect([tool, changed.told?.status]).toEqual([tool, 'succeeded'])
  }
  const video = await use('make_video', { image: id, duration: 2 })
  expect(video.told?.images[0]?.video).toMatch(/\/media\//)
  const again = await use('job', { id: made.told!.job })
  expect(again.told).toMatchObject({ job: made.told!.job, status: 'succeeded' })
  const { credits } = await balanceOf(person)
  expect((await use('balance')).told).toEqual({ credits, held: 0 })
  await expectCleanBooks(app)
  await client.close()
})

test('an image may be sent along', async () => {
  const { client, use } = await connect()
  const image = `data:image/png;base64,${(await makePng(64, 64)).toString('base64')}`
  expect((await use('upscale_image', { image })).told?.status).toBe('succeeded')
  expect((await use('upscale_image', { image: 'data:text/plain,no' })).result.isError).toBe(true)
  await client.close()
})

test('what is refused is said, and another’s job is not there', async () => {
  const { client, use } = await connect(['read'])
  expect((await use('generate_image', FOX)).said).toBe('This API key may not make this call.')
  expect((await use('balance')).said).toBe('This API key may not make this call.')
  const other = await connect()
  const made = await other.use('generate_image', FOX)
  expect((await use('job', { id: made.told!.job })).said).toBe('Not found.')
  const wrong = await other.use('generate_image', { ...FOX, model: 'none such' })
  expect(wrong.said).toMatch(/^model: /)
  await client.close()
  await other.client.close()
})

test('nobody gets in without a key', async () => {
  const person = await newPerson(app)
  for (const authorization of ['Bearer wrong', `Token ${person.token}`]) {
    const answer = await rawRequest(app, '/mcp', { headers: { authorization }, body: {} })
    expect(answer.status).toBe(401)
  }
  expect((await rawRequest(app, '/mcp', { method: 'GET' })).status).toBe(405)
  // Refused before it is read.
  const unread = await rawRequest(app, '/mcp?x', { body: 'no json' })
  expect(unread.status).toBe(401)
})

test('calls of a key that wait for a job have a limit, and one whose client hangs up waits no longer', async () => {
  const { person, client, use: callTool, headers } = await connect()
  const ended = (await callTool('generate_image', FOX)).told!.job
  engine.script = hang
  const { id } = await submit(person)
  const gone = new AbortController()
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'job', arguments: { id } },
  }
  // One that is refused, because a question below was there first, asks again.
  const waiting = Array.from({ length: 32 }, async () => {
    while (!gone.signal.aborted) {
      const answer = await fetch(`${app.url}/mcp`, {
        method: 'POST',
        headers: {
          ...headers,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(message),
        signal: gone.signal,
      })
      await answer.text()
    }
  })
  const ends = Promise.allSettled(waiting)
  const ask = async () => (await callTool('job', { id: ended })).said
  const patience = { timeout: 20_000, interval: 200 }
  await expect.poll(ask, patience).toMatch(/waiting for their jobs/)
  gone.abort()
  await ends
  await expect.poll(ask, patience).toContain(ended)
  await cancel(person, { id })
  engine.script = finishAll
  await client.close()
})

test('several messages at once are refused', async () => {
  const person = await newPerson(app)
  const body = { name: 'MCP', scopes: ['read' as const] }
  const { key } = await person.call(api.apiKeys.create, { body })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await rawRequest(app, '/mcp', { headers, body: [{}, {}] })
  expect(answer).toMatchObject({ status: 400, body: { detail: 'Send one message at a time.' } })
})

test('an image that cannot be read is left out of the answer, which still names it', async () => {
  const { client, use } = await connect()
  const made = await use('generate_image', FOX)
  const [{ id } = { id: '' }] = made.told!.images
  await sql`update prediction_images set storage_key = storage_key || '.gone' where id = ${id}`.execute(
    app.db.kysely,
  )
  const { told, result } = await use('job', { id: made.told!.job })
  expect(told?.images[0]?.id).toBe(id)
  expect(result.content.map(({ type }) => type)).toEqual(['text'])
  await client.close()
})
