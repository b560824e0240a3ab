import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ModelDownload } from '#contract/admin-models.ts'
import { api } from '#contract/index.ts'
import { type ModelHub, startModelHub } from '#tests/support/doubles/model-hub.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-models-'))
let hub: ModelHub
let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  hub = await startModelHub(
    { repositories: { 'ann/tiny': { folder: resolve('tests/fixtures/tiny-sd'), licence: 'mit' } } },
    { isOneHost: true },
  )
  app = await startTestApp({
    overrides: { pages: false },
    env: { MODELS_DIR: folder, HF_ENDPOINT: hub.url, CIVITAI_BASE_URL: hub.url },
  })
  admin = await newPerson(app)
  await app.context.accounts.setUser({ email: admin.email, admin: true })
})
afterAll(async () => {
  await app.dispose()
  await hub.close()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  hub.faults.length = 0
  for (const { id, state } of await downloads())
    if (state === 'queued' || state === 'running') await cancel(id)
  for (const id of await removable()) await admin.call(api.adminModels.remove, { params: { id } })
})

const list = () => admin.call(api.adminModels.list, {})
const downloads = async () => (await list()).downloads
const removable = async () =>
  (await list()).results.filter((model) => model.removable).map(({ id }) => id)
const cancel = (id: string) => admin.call(api.adminModels.cancel, { params: { id }, body: {} })
const add = (changes: { id?: string; accept_licence?: boolean; source?: string } = {}) =>
  admin.call(api.adminModels.add, {
    body: { source: 'ann/tiny', id: 'tiny', accept_licence: true, ...changes },
  })
const stateOf = async (id: string): Promise<ModelDownload['state'] | undefined> =>
  (await downloads()).find((one) => one.id === id)?.state

const PATIENCE = { timeout: 20_000 }
async function until(id: string, state: ModelDownload['state']): Promise<void> {
  await expect.poll(() => stateOf(id), PATIENCE).toBe(state)
}

test('a model is looked up, fetched with its progress, drawn with and removed', async () => {
  const found = await admin.call(api.adminModels.lookUp, { body: { source: 'ann/tiny' } })
  expect(found).toMatchObject({ id: 'tiny', licence: 'mit', commercial: null })
  expect(found.missing).toBe(found.bytes)
  expect(await add()).toMatchObject({ id: 'tiny', state: 'queued', source: 'ann/tiny' })
  await until('tiny', 'ready')
  expect((await downloads())[0]).toMatchObject({ done: found.bytes, total: found.bytes })
  await expect
    .poll(async () => (await list()).results.find(({ id }) => id === 'tiny'), PATIENCE)
    .toMatchObject({ state: 'ready', licence: 'mit', removable: true })
  // The engine has it without a restart.
  await expect
    .poll(async () => {
      const { results } = await app.call(api.generationServers.list, { query: {} })
      return results.flatMap(({ models }) => models.map(({ id }) => id))
    }, PATIENCE)
    .toContain('tiny')
  await expect(add()).rejects.toMatchObject({ status: 409 })
  await admin.call(api.adminModels.remove, { params: { id: 'tiny' } })
  expect(await removable()).toEqual([])
  const log = await admin.call(api.admin.audit, { query: {} })
  expect(log.results.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['model_added', 'model_removed']),
  )
})

test('nothing is fetched without agreement, under a wrong name, or twice at once', async () => {
  await expect(add({ accept_licence: false })).rejects.toMatchObject({
    status: 400,
    body: { accept_licence: [expect.any(String)] },
  })
  await expect(add({ source: 'sd-turbo', id: 'sd-turbo' })).rejects.toMatchObject({
    status: 400,
    body: { not_for_business: [expect.any(String)] },
  })
  for (const id of ['', '..', 'a/b', '.hidden', 'x'.repeat(81)])
    await expect(add({ id })).rejects.toMatchObject({ status: 400 })
  const lookUp = (source: string) => admin.call(api.adminModels.lookUp, { body: { source } })
  for (const source of ['none', '../x', 'ann/none', 'civitai:4'])
    await expect(lookUp(source)).rejects.toMatchObject({
      status: 400,
      body: { source: [expect.any(String)] },
    })
  const both = await Promise.allSettled([add(), add()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await until('tiny', 'ready')
})

test('what is stopped stays stopped, and goes on from its bytes when it is asked for anew', async () => {
  hub.faults.push({ cutAt: 0.5 }, ...Array.from({ length: 3 }, () => 'stands still' as const))
  await add()
  // Cut once, it was asked for the rest.
  await expect.poll(() => hub.asked.some((file) => !file.endsWith(' 0')), PATIENCE).toBe(true)
  expect(await cancel('tiny')).toMatchObject({ state: 'canceled' })
  await expect(cancel('tiny')).rejects.toMatchObject({ status: 409 })
  await expect(cancel('other')).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => stateOf('tiny'), { timeout: 4000 }).toBe('canceled')
  hub.faults.length = 0
  const before = hub.asked.length
  await add()
  await until('tiny', 'ready')
  const resumed = hub.asked.slice(before).filter((file) => Number(file.split(' ')[1]) > 0)
  expect(resumed.length).toBeGreaterThan(0)
})

test('a fetch whose process ended is taken up by another one', async () => {
  await app.db.kysely
    .insertInto('model_downloads')
    .values({
      id: 'left',
      source: 'ann/tiny',
      state: 'running',
      runner: '00000000-0000-4000-8000-000000000000',
      heartbeat_at: sql<Date>`now() - interval '1 minute'`,
    })
    .execute()
  await until('left', 'ready')
  expect(await removable()).toEqual(['left'])
})

test('other bytes than were promised end it with the reason', async () => {
  hub.faults.push(...Array.from({ length: 10 }, () => 'other bytes' as const))
  await add()
  await until('tiny', 'failed')
  expect((await downloads())[0]?.problem).toContain('size or hash differs')
  expect(await removable()).toEqual([])
})

test('models of the program are not removed', async () => {
  const own = (await list()).results.find((model) => !model.removable)!
  const remove = (id: string) => admin.call(api.adminModels.remove, { params: { id } })
  await expect(remove(own.id)).rejects.toMatchObject({ status: 409 })
})

test('a model that is not there is not removed', async () => {
  const call = admin.call(api.adminModels.remove, { params: { id: 'nowhere' } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})
