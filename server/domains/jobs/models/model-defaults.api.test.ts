import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  const defaults = { steps: 4, guidanceScale: 8, sampler: 'LCM' } as const
  const capabilities = { defaults, samplers: ['LCM', 'Euler'] as const }
  ;({ app, engine } = await startGenerationApp({ capabilities }))
})
afterAll(() => app.dispose())

test('what a request does not say is what suits its model, and the list of models says it', async () => {
  const person = await newPerson(app)
  const drawn = { steps: 4, guidance_scale: 8, sampler: 'LCM' }
  const job = await submit(person)
  expect(job.parameters).toMatchObject(drawn)
  await expect.poll(() => engine.starts.length).toBe(1)
  expect(engine.starts[0]).toMatchObject({ steps: 4, guidanceScale: 8, sampler: 'LCM' })
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results[0]?.models[0]?.defaults).toEqual(drawn)
  const own = await submit(person, { steps: 9, guidance_scale: 2, sampler: 'Euler' })
  expect(own.parameters).toMatchObject({ steps: 9, guidance_scale: 2, sampler: 'Euler' })
  const refused = submit(person, { sampler: 'DDIM' })
  await expect(refused).rejects.toMatchObject({ status: 400, body: { sampler: expect.anything() } })
})
