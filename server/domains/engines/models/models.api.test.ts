import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ModelDownload } from '#contract/admin-models.ts'
import { api } from '#contract/index.ts'
import { createClient } from '#tests/support/client.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import type { JsonServer } from '#tests/support/doubles/json-server.ts'
import { startStripeKeysDouble } from '#tests/support/doubles/stripe-keys.ts'
import { type ModelHub, startModelHub } from '#tests/support/doubles/model-hub.ts'
import { foregroundNetwork, writeRepository } from '#tests/support/random-model/tool-networks.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { waitForEnd } from '#tests/support/generation.ts'
import { upload } from '#tests/support/uploads.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-models-'))
const hubFolder = mkdtempSync(join(tmpdir(), 'atelier-hub-'))
const NETWORK = 'onnx/model_fp16.onnx'
let hub: ModelHub
let stripe: JsonServer
let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  hub = await startModelHub(
    {
      repositories: {
        'ann/tiny': { folder: resolve('tests/fixtures/tiny-sd'), licence: 'mit' },
        'studioludens/birefnet-lite-512': {
          folder: writeRepository(join(hubFolder, 'lite'), NETWORK, foregroundNetwork(512)),
          licence: 'mit',
        },
        'yamura4/RMBG-2.0-ONNX': {
          folder: writeRepository(join(hubFolder, 'rmbg'), NETWORK, foregroundNetwork(1024)),
          licence: 'cc-by-nc-4.0',
        },
        // Not the network that the catalogue promises.
        'Carve/LaMa-ONNX': {
          folder: writeRepository(
            join(hubFolder, 'lama'),
            'lama_fp32.onnx',
            foregroundNetwork(512),
          ),
          licence: 'apache-2.0',
        },
      },
    },
    { isOneHost: true },
  )
  stripe = await startStripeKeysDouble()
  app = await startTestApp({
    overrides: { pages: false },
    env: {
      STRIPE_API_BASE: stripe.url,
      SECRET_KEY: 'a key of the tests with more than thirty-two letters',
      MODELS_DIR: folder,
      HF_ENDPOINT: hub.url,
      CIVITAI_BASE_URL: hub.url,
    },
  })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  await Promise.all([hub.close(), stripe.close()])
  rmSync(folder, { recursive: true })
  rmSync(hubFolder, { recursive: true })
})
afterEach(async () => {
  hub.faults.length = 0
  for (const { id, state } of await downloads())
    if (state === 'queued' || state === 'running') await cancel(id)
  for (const { id, state } of (await list()).networks)
    if (state !== 'offered') await admin.call(api.adminModels.remove, { params: { id } })
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

test('what is stopped stays stopped, and goes on from its bytes when it is asked for again', async () => {
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
  const [english] = await downloads()
  expect(english?.problem).toContain('size or hash differs')
  const headers = { authorization: `Token ${admin.token}`, 'accept-language': 'es' }
  const inSpanish = createClient(fetchTransport(app.url, { headers }), { validate: true })
  const [spanish] = (await inSpanish(api.adminModels.list, {})).downloads
  expect(spanish?.problem).toContain('su tamaño o su hash es otro')
  // As an older version writes it.
  await app.db.kysely
    .updateTable('model_downloads')
    .set({ problem: 'The disk is full.' })
    .where('id', '=', 'tiny')
    .execute()
  expect((await downloads()).find(({ id }) => id === 'tiny')?.problem).toBe('The disk is full.')
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

const networkOf = async (id: string) => (await list()).networks.find((one) => one.id === id)
const switchNetwork = (id: string, on: boolean) =>
  admin.call(api.adminModels.switchNetwork, { params: { id }, body: { on } })
/** Cuts something out. @returns the hash of what did it */
async function cutOut(): Promise<string | null> {
  const { id: image } = await upload(admin, await makePng(80, 64))
  const body = { image, color: '#102030' }
  const job = await waitForEnd(
    admin,
    await admin.call(api.inferenceJobs.removeBackground, { body }),
  )
  expect(job.status).toBe('S')
  const { model_hash: hash } = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('model_hash')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow()
  return hash
}

test('a network of the tools is fetched after a cut, compared, switched on, back and removed', async () => {
  const id = 'birefnet-lite-512'
  expect(await networkOf(id)).toMatchObject({ state: 'offered', run_ms: null, commercial: true })
  const own = await cutOut()
  await expect(switchNetwork(id, true)).rejects.toMatchObject({ status: 404 })
  const found = await admin.call(api.adminModels.lookUp, { body: { source: id } })
  expect(found).toMatchObject({ id, licence: 'MIT', commercial: true })
  hub.faults.push({ cutAt: 0.5 })
  const asked = hub.asked.length
  await add({ source: id, id })
  await until(id, 'ready')
  // It went on from where the connection was cut.
  expect(hub.asked.slice(asked).some((file) => !file.endsWith(' 0'))).toBe(true)
  const here = await networkOf(id)
  expect(here).toMatchObject({ state: 'here', problem: null })
  expect(here?.run_ms).toBeGreaterThan(0)
  await expect(add({ source: id, id })).rejects.toMatchObject({ status: 409 })

  const photo = readFileSync(photographFile('astronaut')).toString('base64')
  const compared = await admin.call(api.adminModels.compareNetwork, {
    params: { id },
    body: { photo },
  })
  expect(compared.before.image).not.toBe(compared.after.image)
  for (const { image, ms } of [compared.before, compared.after]) {
    expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(ms).toBeGreaterThan(0)
  }
  await expect(
    admin.call(api.adminModels.compareNetwork, {
      params: { id },
      body: { photo: Buffer.from('no photo').toString('base64') },
    }),
  ).rejects.toMatchObject({ status: 400, body: { photo: [expect.any(String)] } })

  expect(await switchNetwork(id, true)).toMatchObject({ state: 'on' })
  // What engines have is asked for every few seconds.
  await expect.poll(cutOut, PATIENCE).not.toBe(own)
  expect(await switchNetwork(id, false)).toMatchObject({ state: 'here' })
  await expect.poll(cutOut, PATIENCE).toBe(own)
  await switchNetwork(id, true)
  await admin.call(api.adminModels.remove, { params: { id } })
  await expect.poll(cutOut, PATIENCE).toBe(own)
  expect(await networkOf(id)).toMatchObject({ state: 'offered' })
  const log = await admin.call(api.admin.audit, { query: {} })
  expect(log.results.map(({ action }) => action)).toContain('network_switched')
  // It runs a real network over and over: half a minute on two cores that others use, too.
}, 120_000)

test('a file that is another network is not taken', async () => {
  await add({ source: 'lama', id: 'lama' })
  await until('lama', 'failed')
  const download = (await downloads()).find(({ id }) => id === 'lama')
  expect(download?.problem).toMatch(/^LaMa does not run here: .*input_image/)
  expect(await networkOf('lama')).toMatchObject({ state: 'offered' })
})

test('a licence that forbids commercial use needs a word, and keeps a network off where people pay', async () => {
  const source = 'rmbg-2'
  await expect(add({ source, id: source })).rejects.toMatchObject({
    status: 400,
    body: { not_for_business: [expect.any(String)] },
  })
  await admin.call(api.adminModels.add, {
    body: { source, id: source, accept_licence: true, not_for_business: true },
  })
  await until(source, 'ready')
  expect(await switchNetwork(source, true)).toMatchObject({ state: 'on', problem: null })
  await admin.call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: 'sk_live_1' } })
  try {
    expect(await networkOf(source)).toMatchObject({ state: 'here', problem: 'not_commercial' })
    await expect(switchNetwork(source, true)).rejects.toMatchObject({ status: 409 })
  } finally {
    await admin.call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: null } })
  }
  expect(await networkOf(source)).toMatchObject({ state: 'on', problem: null })
})
