import { afterAll, beforeAll, beforeEach } from 'vitest'
import { api } from '#contract/index.ts'
import type { VideoJob } from '#contract/video-inference-jobs.ts'
import { CLEAN, finishAll, type ScriptedEngine } from './doubles/scripted-engine.ts'
import { startGenerationApp, waitForEnd } from './generation.ts'
import { newPerson, type TestPerson } from './people.ts'
import { makePng } from './pictures.ts'
import type { TestApp } from './test-app.ts'
import { upload } from './uploads.ts'

const { create, detail } = api.videoInferenceJobs

/** The running app, its engine, somebody with credits, and an image of theirs. */
export let app: TestApp
export let engine: ScriptedEngine
export let ada: TestPerson
export let image: string

/** Starts an app for the tests of a file, with somebody new before each. */
export function withVideoApp(): void {
  beforeAll(async () => {
    ;({ app, engine } = await startGenerationApp())
  })
  afterAll(() => app.dispose())
  beforeEach(async () => {
    Object.assign(engine, {
      script: finishAll,
      films: null,
      sees: CLEAN,
      continuation: { by: 'frame' },
    })
    ada = await newPerson(app)
    image = (await upload(ada, await makePng(80, 64))).id
  })
}

type Body = NonNullable<Parameters<typeof order>[0]>
export const order = (body: { image?: string; [field: string]: unknown } = {}) =>
  ada.call(create, { body: { image, duration: 2, seed: 7, ...body } })

export const read = (job: VideoJob) => ada.call(detail, { params: { id: job.id } })

/** Orders a video and waits for it. */
export async function made(body: Body = {}): Promise<VideoJob> {
  const job = await order(body)
  await waitForEnd(ada, job)
  return read(job)
}

export const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(url, app.url), { headers })
