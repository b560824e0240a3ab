import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { balanceOf, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

test('while no file can be written an order is refused at once, and nothing is held', async () => {
  const person = await newPerson(app)
  const folder = join(app.config.dataDir, 'media')
  const unfinished = join(folder, '.unfinished')
  await mkdir(folder, { recursive: true })
  await rm(unfinished, { recursive: true, force: true })
  // A file in the place of the folder refuses writing also to those whom permissions do not stop.
  await writeFile(unfinished, '')
  await expect(submit(person)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  const { results } = await person.call(api.inferenceJobs.running, { query: {} })
  expect(results).toEqual([])
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
  await rm(unfinished)
  expect((await waitForEnd(person, await submit(person))).status).toBe('S')
})
