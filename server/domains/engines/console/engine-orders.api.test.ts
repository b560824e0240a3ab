import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let scripted: ScriptedEngine
let first: TestPerson
let person: TestPerson
let double: A1111Double

beforeAll(async () => {
  double = await startA1111Double()
  ;({ app, engine: scripted } = await startGenerationApp())
  first = await newPerson(app)
  person = await newPerson(app)
  await app.context.accounts.setUser({ email: first.email, admin: true })
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
  await double.close()
})

test('who does what is said in one process and holds in all; nonsense is refused', async () => {
  const { id } = await first.call(api.adminEngines.add, {
    body: { kind: 'a1111', name: 'The box', url: double.url },
  })
  const orders = async () => (await first.call(api.adminEngines.orders, {})).results
  const set = (work: string, mode: 'auto' | 'listed' | null, order: string[] = []) =>
    first.call(api.adminEngines.order, { body: { work, mode, order } })
  const drawing = async () => (await orders()).find(({ work }) => work === 'drawing')
  const builtin = scripted.name
  const act = (what: 'pause' | 'resume') =>
    first.call(api.adminEngines[what], { params: { id: builtin }, body: {} })
  // What an administrator adds is meant to be used: it comes first by itself.
  expect(await drawing()).toMatchObject({ engines: [id, builtin], mode: null, order: [] })
  expect((await orders()).some(({ work }) => work.startsWith('model:'))).toBe(false)
  for (const [field, refused] of [
    ['work', () => set('model:none', 'auto')],
    ['work', () => set('anything', null)],
    ['mode', () => set('drawing', 'auto')],
    ['order', () => set('drawing', 'listed')],
    ['order', () => set('drawing', 'listed', [builtin, 'nobody'])],
    ['order', () => set('drawing', 'listed', [builtin, builtin])],
  ] as const)
    await expect(refused()).rejects.toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    })

  await set('drawing', 'listed', [builtin])
  expect(await drawing()).toMatchObject({ mode: 'listed', order: [builtin] })
  expect(await waitForEnd(person, await submit(person))).toMatchObject({
    status: 'S',
    engine: builtin,
  })
  const audit = await first.call(api.admin.audit, { query: {} })
  expect(audit.results[0]).toMatchObject({ action: 'engine_order_changed', subject: 'drawing' })

  // One who is paused is passed over, whatever the order says.
  await act('pause')
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S', engine: id })
  await act('resume')
  await set('drawing', null)
  expect(await drawing()).toMatchObject({ mode: null, order: [] })
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S', engine: id })
})
