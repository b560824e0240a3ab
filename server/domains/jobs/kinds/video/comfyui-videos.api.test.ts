import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createComfyuiEngine } from '#server/engines/comfyui/index.ts'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { create, detail, providers } = api.videoInferenceJobs
const WAN = 'COMFYUI:wan2.1_t2v_1.3B_fp16'

let server: ComfyuiDouble
let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  server = await startComfyuiDouble()
  server.choices = {
    UNETLoader: { unet_name: ['wan2.1_t2v_1.3B_fp16.safetensors'] },
    CLIPLoader: { clip_name: ['umt5_xxl_fp8.safetensors'] },
    VAELoader: { vae_name: ['wan_2.1_vae.safetensors'] },
  }
  const scripted = createScriptedEngine()
  const comfyui = createComfyuiEngine({
    address: server.url,
    workflowsDir: join(tmpdir(), 'no-workflows'),
  })
  app = await startTestApp({
    overrides: { engines: [scripted, comfyui], classifier: scripted, pages: false },
  })
  ada = await newPerson(app)
})
afterAll(async () => {
  await app.dispose()
  await server.close()
})

test('a model of a ComfyUI server is offered, priced by the second, made, paid and stored', async () => {
  const { results } = await ada.call(providers, {})
  expect(results.find(({ provider }) => provider === WAN)).toMatchObject({
    image: 'none',
    prompt: 'needed',
    credits_per_second: 4,
  })
  const before = await balanceOf(ada)
  const body = { provider: WAN, prompt: 'a red fox runs', duration: 2, seed: 7 } as const
  const job = await ada.call(create, { body })
  expect(job).toMatchObject({
    cost: { held: 8 },
    parameters: { provider: WAN, width: 832, height: 480 },
  })
  await waitForEnd(ada, job)
  const done = await ada.call(detail, { params: { id: job.id } })
  expect(done).toMatchObject({ status: 'S', video: { fps: 16, width: 64, height: 64 } })
  // The double sends half a second, which costs as much as the shortest.
  expect(await balanceOf(ada)).toEqual({ ...before, credits: before.credits - 4 })
  const file = await fetch(new URL(done.video!.url, app.url))
  expect(file.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.includes('trainedAlgorithmicMedia')).toBe(true)
  expect(bytes.includes('class_type')).toBe(false)
  await expectCleanBooks(app)
})

test('what it does not make is refused by field', async () => {
  const order = (body: object) => ada.call(create, { body: { provider: WAN, ...body } as never })
  await expect(order({ prompt: 'a fox', duration: 30 })).rejects.toMatchObject({
    body: { duration: ['Ensure this is one of 2, 3, 4, 5.'] },
  })
  await expect(order({ prompt: 'a fox', width: 640, height: 488 })).rejects.toMatchObject({
    body: { width: [expect.stringContaining('832 x 480')] },
  })
  await expect(order({ prompt: 'a fox', provider: 'COMFYUI:gone' })).rejects.toMatchObject({
    body: { provider: ['This provider is not set up here.'] },
  })
  await expect(order({ prompt: 'a fox', provider: 'COMFYUI:a b' })).rejects.toMatchObject({
    body: { provider: expect.anything() as unknown },
  })
})
