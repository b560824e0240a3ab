import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineHealth } from '#server/engines/spec/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { addStates, readStates } from '../fleet/states.ts'
import { readIncidents } from '../fleet/incidents.ts'
import { createEngineWatch } from './watch-engines.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

test('an engine that never answered has no incident; one that did has, until it is back', async () => {
  const { db } = database
  await addStates(db, ['box'])
  let state: EngineHealth['state'] = 'down'
  const watch = createEngineWatch({
    db,
    registry: { health: async () => [{ name: 'box', health: { state, detail: null, load: 0 } }] },
  })
  const since = async () => (await readStates(db.kysely)).get('box')?.first_ready_at ?? null
  for (let times = 0; times < 3; times++) await watch()
  expect(await readIncidents(db.kysely)).toEqual([])
  expect(await since()).toBeNull()

  state = 'ready'
  await watch()
  const first = await since()
  expect(first).toBeInstanceOf(Date)

  state = 'down'
  for (let times = 0; times < 2; times++) await watch()
  expect(await readIncidents(db.kysely)).toMatchObject([
    { engine: 'box', cause: 'unreachable', ended_at: null },
  ])
  state = 'ready'
  await watch()
  expect(await readIncidents(db.kysely)).toMatchObject([{ ended_at: expect.any(Date) }])
  expect(await since()).toEqual(first)
})
