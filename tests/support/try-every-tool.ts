import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/client.ts'
import { createClient } from '#tests/support/client.ts'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { oneOfEach, ownFiles, type OwnImages } from '#tests/chaos/orders.ts'
import { fetchTransport } from './fetch-transport.ts'
import type { TestClient } from './test-app.ts'
import { uploadForm } from './uploads.ts'

const LOOK_MS = 50
const JOB_WITHIN_MS = 300_000

/** Signs in to a program that runs anywhere. */
export async function signIn(
  url: string,
  account: { email: string; password: string },
): Promise<TestClient> {
  const client = (headers: Record<string, string>) => createClient(fetchTransport(url, { headers }))
  const { key } = await client({})(api.accounts.login, { body: account })
  return client({ authorization: `Token ${key}` })
}

/**
 * Orders something and waits until it is made.
 * @returns seconds from the order to the end
 * @throws Error when it is not made, or not within five minutes
 */
export async function make(call: TestClient, body: GenerationRequestInput): Promise<number> {
  const began = performance.now()
  const { id, type } = await call(api.inferenceJobs.create, { body })
  for (;;) {
    const { status } = await call(api.inferenceJobs.detail, { params: { id } })
    const passed = performance.now() - began
    if (status === 'S') return passed / 1000
    if (!['P', 'R'].includes(status)) throw new Error(`A job of ${type} ended with ${status}`)
    if (passed > JOB_WITHIN_MS) throw new Error(`A job of ${type} has taken ${passed} ms`)
    await sleep(LOOK_MS)
  }
}

/** Agrees to what tools ask for, uploads photographs and uses every tool once, one after the other. @returns how many jobs were made: some tools need a model that is not built in */
export async function tryEveryTool(call: TestClient): Promise<number> {
  const { version } = CONSENT_TEXTS.faces
  await call(api.consents.give, { body: { kind: 'faces', version } })
  const uploads: [string, string][] = []
  // The small face of the chaos run is refused where a face is needed.
  const files = await ownFiles()
  files.face = files.portrait
  for (const [name, file] of Object.entries(files)) {
    const { id } = await call(api.uploadedImages.upload, { query: {}, body: uploadForm(file) })
    uploads.push([name, id])
  }
  const orders = oneOfEach(Object.fromEntries(uploads) as Record<keyof OwnImages, string>)
  let made = 0
  for (const order of orders) {
    try {
      await make(call, order)
      made++
    } catch (error) {
      // The built-in model does not draw over photographs.
      if (!(error instanceof ApiError && error.code === 'unavailable')) throw error
    }
  }
  return made
}
