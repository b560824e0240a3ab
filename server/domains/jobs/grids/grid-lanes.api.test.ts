import { afterEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createScriptedEngine, hang } from '#tests/support/doubles/scripted-engine.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
afterEach(() => app.dispose())

test('cells of several models are begun on all their engines at once, as many as the plan lets run', async () => {
  const engines = ['first', 'second'].map((name) =>
    createScriptedEngine({
      name,
      script: hang,
      capabilities: { id: `model-${name}`, hash: name.charAt(0).repeat(64) },
    }),
  )
  app = await startTestApp({
    overrides: { engines, classifier: engines[0]!, pages: false, drainMs: 500 },
  })
  const ada = await newPerson(app, { plan: 'pro' })
  const grid = await ada.call(api.grids.create, {
    body: {
      request: { prompt: 'a red fox', width: 64, height: 64 },
      x: { of: 'model', values: engines.map(({ name }) => `model-${name}`) },
      y: { of: 'seed', values: [1, 2] },
    },
  })
  // As soon as the order is answered, before any worker looks for what waits.
  const admitted = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('lane')
    .distinct()
    .where('batch_id', '=', grid.id)
    .where('admitted_at', 'is not', null)
    .orderBy('lane')
    .execute()
  expect(admitted.map(({ lane }) => lane)).toEqual(['first', 'second'])
  await ada.call(api.inferenceJobs.cancelBatch, { params: { id: grid.id }, body: {} })
})
