import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import { ORDER, studio } from '#server/domains/headshots/testing/set-app.ts'
import { packInput } from '#server/domains/packs/testing/pack-app.ts'
import { type ScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { expectCleanBooks, SMALL, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { readDeadlocks } from '#tests/support/read-deadlocks.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

/** A longer run, as `LOCKS_SECONDS=60`, meets more of what may come at once. */
const SECONDS = Number(process.env['LOCKS_SECONDS'] ?? 5)

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp(
    { capabilities: { features: ['negative_prompt', 'loras', 'photo_person'] } },
    { takesSteps: true },
  ))
  engine.faces = [{ ...scriptedFace({ size: 300 }), identity: [1, 0] }]
  engine.training.script = trainUntil(1, false)
  ada = await newPerson(app, { plan: 'pro', credits: 1_000_000 })
})
afterAll(() => app.dispose())

/** Repeats something until the time is over; that it is refused now and then is right. */
async function again(until: number, act: () => Promise<unknown>): Promise<number> {
  let done = 0
  while (Date.now() < until) {
    try {
      await act()
      done += 1
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
    }
  }
  return done
}

test(
  'placing, cancelling, settling, retrying and finishing at once, over two lanes, never wait for each other in a circle',
  async () => {
    const image = (await upload(ada, await makePng(80, 64))).id
    const training = await studio(ada)
    const params = { id: training.id }
    const pack = await ada.call(api.photoPacks.create, { body: packInput() })
    const before = await readDeadlocks(app.db)
    const until = Date.now() + SECONDS * 1000
    const { inferenceJobs, loraTrainings, photoPacks, headshotRuns } = api
    const done = await Promise.all([
      again(until, async () => {
        const job = await ada.call(inferenceJobs.create, { body: SMALL })
        await ada.call(inferenceJobs.cancel, { params: { id: job.id }, body: {} })
      }),
      again(until, () => ada.call(inferenceJobs.create, { body: { type: 'RB', image } })),
      again(until, async () => {
        const jobs = [1, 2].map(() => ({ type: 'UI' as const, image, scale: 2 as const }))
        const batch = await ada.call(inferenceJobs.createBatch, { body: { jobs } })
        await ada.call(inferenceJobs.cancelBatch, { params: { id: batch.id }, body: {} })
      }),
      again(until, async () => {
        await ada.call(loraTrainings.start, { params, body: {} }).catch(() => null)
        await ada.call(loraTrainings.cancel, { params, body: {} })
      }),
      again(until, async () => {
        // Its training is being cancelled beside it, so the set fails, and another can be ordered.
        await ada.call(headshotRuns.order, { params, body: ORDER })
        await app.context.headshots.sweep()
      }),
      again(until, async () => {
        const run = await ada.call(photoPacks.run, {
          params: { id: pack.id },
          body: { training: null },
        })
        await ada.call(photoPacks.cancelRun, { params: { id: run.id }, body: {} })
        await ada.call(photoPacks.retry, { params: { id: run.id }, body: {} }).catch(() => null)
        await ada.call(photoPacks.cancelRun, { params: { id: run.id }, body: {} })
      }),
    ])
    expect(done.every((count) => count > 0)).toBe(true)
    expect(await readDeadlocks(app.db)).toBe(before)
    await app.context.studios.stop(ada.id)
    await app.context.jobs.stop(ada.id)
    await app.context.packs.stop(ada.id)
    await expectCleanBooks(app)
  },
  (SECONDS + 55) * 1000,
)
