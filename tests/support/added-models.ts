/** An app with a fal and a Replicate, to which models are added. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { api } from '#contract/index.ts'
import { FAL_KEY, FAL_MODEL, type FalDouble, startFalDouble } from './doubles/fal-server.ts'
import {
  REPLICATE_TOKEN,
  type ReplicateDouble,
  startReplicateDouble,
} from './doubles/replicate-server.ts'
import { expectCleanBooks, startGenerationApp, submit } from './generation.ts'
import { newAdmin, newPerson, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

export let app: TestApp
export let admin: TestPerson
/** Somebody with credits, new for each test. */
export let person: TestPerson
export let fal: FalDouble
export let replicate: ReplicateDouble
export let asPublished: FalDouble['published']

const models = api.adminServiceModels

/** Starts the app for the tests of a file; each begins with the services as they publish, and nothing added. */
export function withAddedModels(): void {
  beforeAll(async () => {
    ;({ app } = await startGenerationApp())
    ;[fal, replicate] = [await startFalDouble(), await startReplicateDouble()]
    asPublished = structuredClone(fal.published)
    admin = await newAdmin(app)
    const place = (kind: string, url: string, credentials: string) =>
      admin.call(api.adminEngines.add, { body: { kind, name: kind, url, credentials } })
    await place('fal', fal.url, FAL_KEY)
    await place('replicate', `${replicate.url}/v1`, REPLICATE_TOKEN)
  })
  afterAll(async () => {
    await expectCleanBooks(app)
    await app.dispose()
    await Promise.all([fal.close(), replicate.close()])
  })
  beforeEach(async () => {
    person = await newPerson(app, { plan: 'pro', credits: 1000 })
    fal.published = structuredClone(asPublished)
    for (const engine of ['fal', 'replicate'])
      for (const { id: model } of await list(engine))
        await admin.call(models.remove, { params: { id: engine, model } })
  })
}

export const look = (endpoint: string, id = 'fal') =>
  admin.call(models.look, { params: { id }, body: { endpoint } })
export const list = async (id = 'fal') =>
  (await admin.call(models.list, { params: { id } })).results
export const read = async ({ engine, id }: ServiceModel) =>
  (await list(engine)).find((one) => one.id === id)!
export const act = (
  what: 'try' | 'offer' | 'pause' | 'refresh',
  { engine, id, version }: ServiceModel,
): Promise<ServiceModel> =>
  admin.call(models[what], { params: { id: engine, model: id }, body: { version } })

/** Keeps what is proposed of a model as a draft. @param as under another id */
export async function add(
  endpoint = FAL_MODEL,
  engine = 'fal',
  as?: string,
): Promise<ServiceModel> {
  const { id, entry, margin } = await look(endpoint, engine)
  const cost = { ...entry.cost, dollars: entry.cost.dollars || 0.02 }
  const body = { id: as ?? id, entry: { ...entry, cost }, margin }
  return admin.call(models.add, { params: { id: engine }, body })
}

/** Until a trial has ended. */
export async function tried(model: ServiceModel): Promise<ServiceModel> {
  await act('try', model)
  await expect
    .poll(async () => {
      await app.context.addedModels.trials.sweep()
      return (await read(model)).trial.state
    })
    .toMatch(/made|failed/)
  return read(model)
}

export const offered = async (model: Promise<ServiceModel>) =>
  act('offer', await tried(await model))
export const order = (model: string) =>
  submit(person, { model, width: 512, height: 512, num_images: 1 })

/** The daily look, now. */
export async function lookSoon(): Promise<void> {
  await app.db.kysely
    .updateTable('service_models')
    .set({ look_at: new Date(0) })
    .execute()
  await app.context.addedModels.look()
}
