import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const PHOTON = { model: 'photon_v1', sampler: 'Euler a' } as const

let app: TestApp
let admin: TestPerson
let person: TestPerson
let double: A1111Double
beforeAll(async () => {
  const scripted = createScriptedEngine()
  app = await startTestApp({
    overrides: { engines: [scripted], classifier: scripted, pages: false, drainMs: 2000 },
  })
  admin = await newAdmin(app)
  person = await newPerson(app)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  double = await startA1111Double()
})
let added: string
afterEach(async () => {
  const remove = () => admin.call(api.adminEngines.remove, { params: { id: added } })
  await expect.poll(() => remove().catch(() => 'busy'), { timeout: 20_000 }).toBeNull()
  await double.close()
})

async function add(): Promise<string> {
  const body = { kind: 'a1111', name: 'The box', url: double.url, unchecked: true }
  ;({ id: added } = await admin.call(api.adminEngines.add, { body }))
  return added
}
const act = (what: 'pause' | 'resume', id: string) =>
  admin.call(api.adminEngines[what], { params: { id }, body: {} })

test('a server that never let anybody in is no outage that everybody sees; its days begin with the first answer', async () => {
  double.requires = 'Basic b3BlcmF0b3I6aHVudGVyMg=='
  await add()
  // Everybody gets the same answer for five seconds.
  const names = async () => (await app.call(api.status.read, {})).engines.map(({ name }) => name)
  await expect.poll(names, { timeout: 10_000 }).toEqual(['Built-in engine'])
  double.requires = null
  const begun = Date.now()
  await expect.poll(names, { timeout: 20_000 }).toContain('Image server 1')
  const { engines: shown } = await app.call(api.status.read, {})
  const { since } = shown.find(({ name }) => name === 'Image server 1')!
  expect(Date.parse(since)).toBeGreaterThanOrEqual(begun - 5000)
})

test('a model of a paused engine rests; one that nobody has is unknown', async () => {
  const id = await add()
  await act('pause', id)
  await expect(submit(person, PHOTON)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    body: { detail: expect.stringContaining('resting') },
  })
  await expect(submit(person, { model: 'nobody has it' })).rejects.toMatchObject({
    body: { model: ['There is no such model.'] },
  })
  await act('resume', id)
  await waitForEnd(person, await submit(person, PHOTON))
})
