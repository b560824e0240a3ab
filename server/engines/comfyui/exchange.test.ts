import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { type JsonServer, startJsonServer } from '#tests/support/doubles/json-server.ts'
import { createRemoteServer, type RemoteServer } from '../remote/remote-server.ts'
import { parseServerAddress } from '../remote/server-address.ts'
import { readHistory, readQueue, submitPrompt } from './comfy-api.ts'
import { type Makes, waitForPrompt } from './wait-for-prompt.ts'

/** What a real ComfyUI 0.3.64 answered, workflows left out. */
const recorded = JSON.parse(
  readFileSync(
    fileURLToPath(import.meta.resolve('#tests/fixtures/engines/comfyui-exchange.json')),
    'utf8',
  ),
) as Record<
  'history' | 'history_interrupted' | 'history_mp4' | 'history_webm' | 'history_webp' | 'queue',
  Record<string, unknown>
> &
  Record<'submit' | 'wrong_model' | 'wrong_lora' | 'wrong_node', { status: number; body: unknown }>

const FIRST = '22222222-2222-4222-8222-222222222222'
const INTERRUPTED = '33333333-3333-4333-8333-333333333333'

let double: JsonServer
let server: RemoteServer

async function answerWith(answers: Record<string, unknown>, status = 200): Promise<void> {
  double = await startJsonServer(({ pathname }) => ({ status, body: answers[pathname] ?? {} }))
  server = createRemoteServer('comfyui', parseServerAddress(double.url))
}

afterEach(async () => {
  await server.close()
  await double.close()
})

const waitFor = (prompt: string, makes: Makes = 'image') =>
  waitForPrompt(
    {
      server,
      prompt,
      output: 'x',
      makes,
      patienceMs: 0,
      nextEnd: () => new Promise(() => undefined),
      onPlace: () => undefined,
    },
    AbortSignal.timeout(10_000),
  )
const submit = () => submitPrompt(server, { id: FIRST, clientId: 'me', workflow: {} })

test('its queue and history are read', async () => {
  await answerWith({
    '/queue': recorded.queue,
    [`/history/${FIRST}`]: recorded.history,
    [`/history/${INTERRUPTED}`]: recorded.history_interrupted,
    '/prompt': recorded.submit.body,
  })
  expect(await submit()).toBe(FIRST)
  expect(await readQueue(server)).toEqual({ running: [FIRST], pending: [] })
  expect(await readHistory(server, 'another')).toBeNull()
  expect(await waitFor(FIRST)).toEqual({
    file: { filename: 'a_00001_.png', subfolder: 'atelier', type: 'output' },
    isLeft: false,
  })
  await expect(waitFor(INTERRUPTED)).rejects.toMatchObject({ code: 'engine_failed' })
})

test.each([
  ['wrong_model', { code: 'model_missing', message: /gone\.safetensors/ }],
  ['wrong_lora', { code: 'unsupported', message: /LoraLoader: value_not_in_list/ }],
  ['wrong_node', { code: 'unsupported', message: /Nothing does not exist/ }],
] as const)('its refusal: %s', async (name, { code, message }) => {
  const { status, body } = recorded[name]
  await answerWith({ '/prompt': body }, status)
  await expect(submit()).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  })
})

test.each([
  ['history_mp4', 'v_00001_.mp4'],
  ['history_webm', 'w_00001_.webm'],
  ['history_webp', 'a_00001_.webp'],
] as const)('a video in its %s', async (name, filename) => {
  const [[prompt, entry] = []] = Object.entries(recorded[name])
  await answerWith({ [`/history/${prompt}`]: { [prompt!]: entry } })
  expect(await waitFor(prompt!, 'video')).toEqual({
    file: { filename, subfolder: 'atelier', type: 'output' },
    isLeft: false,
  })
})

test("a video of VHS's nodes, beside an image of its last frame", async () => {
  const film = { filename: 'x_00001.mp4', subfolder: 'atelier', type: 'output' } as const
  const entry = {
    outputs: {
      last: { images: [{ filename: 'last_00001_.png', subfolder: '', type: 'output' }] },
      video: { gifs: [{ ...film, format: 'video/h264-mp4', frame_rate: 16 }] },
    },
    status: { status_str: 'success', completed: true, messages: [] },
  }
  await answerWith({ [`/history/${FIRST}`]: { [FIRST]: entry } })
  expect(await waitFor(FIRST, 'video')).toEqual({ file: film, isLeft: false })
})
