import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { createSetAside } from '#server/platform/set-aside.ts'
import { createSweeper } from '#server/platform/sweeper.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const KIND = 'things of a test'
let isBroken = true
let tries: string[] = []

/** Sweeps of one more process. */
function newProcess() {
  const log = createLogger({ level: 'silent' })
  const sweeper = createSweeper({ setAside: createSetAside(app.db), log })
  return () =>
    sweeper.sweep({
      kind: KIND,
      find: async (setAside) => ['bad', 'good'].filter((id) => !setAside.includes(id)),
      idOf: (id) => id,
      async act(id) {
        tries.push(id)
        if (id === 'bad' && isBroken) throw new Error('its file is gone')
      },
    })
}

const ofTest = async () =>
  (await admin.call(api.admin.setAside, {})).results.filter(({ kind }) => kind === KIND)
const tryAgain = (item: string) => admin.call(api.admin.tryAgain, { body: { kind: KIND, item } })

test('what failed five times is left alone by every process, and shown until it succeeds', async () => {
  const [sweep, sweepElsewhere] = [newProcess(), newProcess()]
  for (let round = 0; round < 4; round++) await sweep()
  expect(await ofTest()).toEqual([])
  await sweep()
  const [item, ...others] = await ofTest()
  expect(item).toMatchObject({ item: 'bad', error: 'its file is gone', failures: 5 })
  expect(Date.parse(item!.retry_at)).toBeGreaterThan(Date.now())
  expect(others).toEqual([])
  tries = []
  await sweepElsewhere()
  await sweep()
  expect(tries).toEqual(['good', 'good'])

  expect(await tryAgain('bad')).toMatchObject({ item: 'bad' })
  const events = await admin.call(api.admin.audit, { query: {} })
  expect(events.results[0]).toMatchObject({ action: 'set_aside_tried_again', subject: 'bad' })
  for (let round = 0; round < 5; round++) await sweepElsewhere()
  expect(tries.filter((id) => id === 'bad')).toHaveLength(5)
  expect(await ofTest()).toMatchObject([{ item: 'bad', failures: 10, since: item!.since }])

  isBroken = false
  await tryAgain('bad')
  await sweep()
  expect(await ofTest()).toEqual([])
  await expect(tryAgain('bad')).rejects.toMatchObject({ status: 404 })
})
