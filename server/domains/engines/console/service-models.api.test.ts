import { expect, test } from 'vitest'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { api } from '#contract/index.ts'
import {
  act,
  add,
  admin,
  app,
  asPublished,
  fal,
  list,
  look,
  lookSoon,
  offered,
  order,
  person,
  read,
  replicate,
  tried,
  withAddedModels,
} from '#tests/support/added-models.ts'
import { FAL_MODEL } from '#tests/support/doubles/fal-server.ts'
import { REPLICATE_MODEL } from '#tests/support/doubles/replicate-server.ts'
import { SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, waitForEnd } from '#tests/support/generation.ts'
import { transact } from '#server/platform/db/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { writeLook } from '../service-models/look-at-models.ts'

withAddedModels()
const models = api.adminServiceModels

/** Until this process has heard that a model takes no orders. */
async function untilUnlisted({ id: model, engine }: ServiceModel): Promise<void> {
  await expect
    .poll(async () => {
      const { results } = await app.call(api.generationServers.list, { query: {} })
      return results.find(({ name }) => name === engine)?.models.some(({ id }) => id === model)
    })
    .toBe(false)
}

test('a model of fal is proposed by its id: what it does, its inputs, and a price that leaves the margin', async () => {
  const proposal = await look(FAL_MODEL)
  expect(proposal).toMatchObject({
    id: 'bytedance-seedream-v5-lite-text-to-image',
    published_cost: { dollars: 0.035, per: 'image' },
    margin: 30,
    problems: [],
    entry: {
      does: 'draw',
      name: 'Seedream 5.0 Lite',
      endpoint: FAL_MODEL,
      input: {
        prompt: '$prompt',
        image_size: '$size',
        num_images: 1,
        max_images: 1,
        enable_safety_checker: true,
      },
    },
  })
  const { credits } = proposal.entry
  const left = 1 - 0.035 / ((credits * proposal.credit_value) / 1e6)
  expect(left).toBeGreaterThanOrEqual(0.3)
  expect(1 - 0.035 / (((credits - 1) * proposal.credit_value) / 1e6)).toBeLessThan(0.3)
  expect(await list()).toEqual([])
})

test('one of Replicate is proposed with its version, its proportions and image to image', async () => {
  const proposal = await look(REPLICATE_MODEL, 'replicate')
  const { id: version } = replicate.published.get(REPLICATE_MODEL)!.latest_version
  expect(proposal).toMatchObject({
    id: 'watercolour',
    published_cost: null,
    problems: [{ kind: 'no_cost', input: null }],
    entry: {
      endpoint: `${REPLICATE_MODEL}:${version}`,
      aspects: ['1:1', '16:9', '3:2', '2:3', '9:16'],
      input: {
        prompt: '$prompt',
        negative_prompt: '$negative',
        aspect_ratio: '$aspect',
        num_outputs: 1,
        num_inference_steps: '$steps',
        guidance: '$guidance',
        seed: '$seed',
        output_format: 'png',
      },
      fromImage: { input: { image: '$image', prompt_strength: '$strength' } },
    },
  })
  expect(proposal.inputs.find(({ name }) => name === 'aspect_ratio')).toMatchObject({
    type: 'text',
    choices: ['1:1', '16:9', '3:2', '2:3', '9:16'],
    standard: '1:1',
  })
})

test.each([
  ['fal', FAL_MODEL, 1],
  // From words alone, and from an image.
  ['replicate', REPLICATE_MODEL, 2],
])(
  'a model that no file names is tried, offered by %s, and sold at its price',
  async (engine, of, ways) => {
    const double = engine === 'fal' ? fal : replicate
    const draft = await add(of, engine)
    expect(draft.state).toBe('draft')
    await expect(order(draft.id)).rejects.toMatchObject({ status: 400 })
    await expect(act('offer', draft)).rejects.toMatchObject({ code: 'conflict' })

    const begun = double.begun.length
    const ready = await tried(draft)
    expect(ready.trial).toMatchObject({ state: 'made', problem: null })
    expect(ready.trial.image).toMatch(/^data:image\/webp/)
    expect(double.begun).toHaveLength(begun + ways)
    const { state } = await act('offer', ready)
    expect(state).toBe('offered')

    const before = await balanceOf(person)
    const job = await waitForEnd(person, await order(draft.id))
    const { credits } = draft.entry
    expect(job).toMatchObject({ status: 'S', engine, cost: { captured: credits } })
    expect(await balanceOf(person)).toEqual({ credits: before.credits - credits, credits_held: 0 })
    expect(double.begun.at(-1)!.input).toMatchObject({ prompt: 'a red fox in the snow' })
    const { results } = await app.call(api.generationServers.list, { query: {} })
    const shown = results
      .find(({ name }) => name === engine)!
      .models.find(({ id }) => id === draft.id)
    expect(shown).toMatchObject({ credits })
  },
)

test('a model whose inputs change is paused by the daily look, and its orders are refused and not charged', async () => {
  const model = await offered(add())
  await lookSoon()
  expect(await read(model)).toMatchObject({ state: 'offered', changes: [] })

  const schema = fal.published.get(FAL_MODEL)!.openapi.components.schemas.SeedDream50LiteT2IInput
  Object.assign(schema.properties, { style: { type: 'string', title: 'Style' } })
  schema.required.push('style')
  fal.published.get(FAL_MODEL)!.price.unit_price = 0.05
  await lookSoon()
  const paused = await read(model)
  expect(paused).toMatchObject({ state: 'paused', paused_by: 'changed' })
  expect(paused.changes).toEqual([
    { kind: 'input_needed', input: 'style', before: null, after: 'text' },
    { kind: 'dearer', input: null, before: '$0.035 / image', after: '$0.05 / image' },
  ])
  expect((await mailsTo(app, admin.email)).at(-1)).toMatchObject({
    subject: 'Seedream 5.0 Lite is paused',
  })
  await untilUnlisted(model)
  const before = await balanceOf(person)
  await expect(order(model.id)).rejects.toMatchObject({
    status: 400,
    body: {
      model: [
        'This model is paused because its service has changed it. Please choose another one.',
      ],
    },
  })
  expect(await balanceOf(person)).toEqual(before)
  await expect(act('offer', paused)).rejects.toMatchObject({ code: 'conflict' })

  // Adapted, tried and offered again.
  const entry = { ...paused.entry, input: { ...paused.entry.input, style: 'watercolour' } }
  const draft = await admin.call(models.change, {
    params: { id: 'fal', model: model.id },
    body: { version: paused.version, entry, margin: paused.margin },
  })
  expect(draft).toMatchObject({ state: 'draft', paused_by: null, changes: [], problems: [] })
  await offered(Promise.resolve(draft))
  expect((await waitForEnd(person, await order(model.id))).status).toBe('S')
  expect(fal.begun.at(-1)!.input).toMatchObject({ style: 'watercolour' })
})

test('a look says nothing of a model that was changed meanwhile, and none keeps it from the others', async () => {
  const model = await offered(add())
  const { engine, id } = model
  const warnOfPause = async () => undefined
  const gone = { endpoint: 'another/model', now: null }
  await transact(app.db, (tx) => writeLook({ warnOfPause }, tx, { engine, id }, gone))
  expect(await read(model)).toMatchObject({ state: 'offered', changes: [] })

  const { id: other } = await add(REPLICATE_MODEL, 'replicate')
  const write = (of: string, set: object) =>
    app.db.kysely.updateTable('service_models').set(set).where('id', '=', of).execute()
  await write(id, { entry: '{"endpoint":"a/b"}', look_at: new Date(0) })
  await write(other, { looked_at: null, look_at: new Date(1) })
  fal.published.set('a/b', structuredClone(asPublished.get(FAL_MODEL)!))
  await app.context.addedModels.look()
  await write(id, { entry: JSON.stringify(model.entry) })
  const [looked] = await list('replicate')
  expect(looked!.looked_at).not.toBeNull()
  await expect(act('refresh', { ...model, version: 1 })).rejects.toMatchObject({ code: 'conflict' })
})

test('one that ends is paused, and one that waits for it is refused with the credits back', async () => {
  const model = await offered(add())
  const before = await balanceOf(person)
  await admin.call(api.adminEngines.change, { params: { id: 'fal' }, body: { concurrency: 1 } })
  fal.drawMs = 1500
  const [first, second] = [await order(model.id), await order(model.id)]
  await expect.poll(() => fal.begun.length).toBeGreaterThan(0)
  fal.published.delete(FAL_MODEL)
  await lookSoon()
  expect(await read(model)).toMatchObject({
    state: 'paused',
    paused_by: 'ended',
    changes: [{ kind: 'ended' }],
  })
  expect((await waitForEnd(person, first)).status).toBe('S')
  fal.drawMs = 0
  const refused = await waitForEnd(person, second)
  expect(refused).toMatchObject({ status: 'FL', cost: { captured: 0 } })
  expect(await balanceOf(person)).toEqual({
    credits: before.credits - model.entry.credits,
    credits_held: 0,
  })
})

test('a price alone is told and pauses nothing; a price of ours changes without another trial', async () => {
  const model = await offered(add())
  fal.published.get(FAL_MODEL)!.price.unit_price = 0.02
  await lookSoon()
  const seen = await read(model)
  expect(seen).toMatchObject({ state: 'offered', changes: [{ kind: 'cheaper' }] })
  const changed = await admin.call(models.change, {
    params: { id: 'fal', model: model.id },
    body: { version: seen.version, entry: { ...seen.entry, credits: 9 }, margin: 10 },
  })
  expect(changed).toMatchObject({ state: 'offered', changes: [], entry: { credits: 9 } })
  await expect(act('pause', seen)).rejects.toMatchObject({ code: 'conflict' })
  expect(await act('pause', changed)).toMatchObject({ state: 'paused', paused_by: 'admin' })
})

test('a change of the price alone hides nothing that the service has changed since', async () => {
  const model = await offered(add())
  const schema = fal.published.get(FAL_MODEL)!.openapi.components.schemas.SeedDream50LiteT2IInput
  Object.assign(schema.properties, { num_images: { type: 'string' } })
  const change = ({ version, ...rest }: Partial<ServiceModel> & { version: number }) =>
    admin.call(models.change, {
      params: { id: 'fal', model: model.id },
      body: { version, margin: 10, entry: { ...model.entry, credits: 9, ...rest.entry } },
    })
  const draft = await change(model)
  expect(draft).toMatchObject({ state: 'draft', trial: { state: 'none' } })

  const again = await offered(Promise.resolve(draft))
  const free = { ...model.entry, cost: { dollars: 0, per: 'image' as const } }
  expect(await change({ version: again.version, entry: free })).toMatchObject({
    state: 'draft',
    problems: [{ kind: 'no_cost' }],
  })
})

test('a draft that its service has changed since its trial is not offered', async () => {
  const model = await tried(await add())
  const { properties } =
    fal.published.get(FAL_MODEL)!.openapi.components.schemas.SeedDream50LiteT2IInput
  Reflect.deleteProperty(properties, 'max_images')
  const changed = await act('refresh', model)
  expect(changed).toMatchObject({ state: 'draft', changes: [{ kind: 'input_gone' }] })
  await expect(act('offer', changed)).rejects.toMatchObject({ code: 'conflict' })
})

test('what cannot be sent as it is, or fails when it is tried, is not offered', async () => {
  const proposal = await look(FAL_MODEL)
  const { prompt: _, ...input } = proposal.entry.input
  const body = { id: 'broken', margin: 30, entry: { ...proposal.entry, input } }
  const draft = await admin.call(models.add, { params: { id: 'fal' }, body })
  expect(draft.problems.map(({ kind }) => kind)).toEqual(['no_prompt', 'needed'])
  await expect(act('offer', await tried(draft))).rejects.toMatchObject({ code: 'conflict' })
  fal.faults = ['fails']
  const failed = await tried(await add())
  expect(failed.trial).toMatchObject({ state: 'failed', image: null })
  expect(failed.trial.problem).not.toBe('')
  await expect(act('offer', failed)).rejects.toMatchObject({ code: 'conflict' })
})

test('ids that are taken, models that are not there and engines that take none are refused', async () => {
  const model = await add()
  await expect(add()).rejects.toMatchObject({ code: 'conflict' })
  const { entry, margin } = model
  const body = { id: 'flux-dev', entry, margin }
  await expect(admin.call(models.add, { params: { id: 'fal' }, body })).rejects.toMatchObject({
    code: 'conflict',
  })
  const elsewhere = { ...body, id: SCRIPTED_MODEL }
  const same = await admin.call(models.add, { params: { id: 'fal' }, body: elsewhere })
  await expect(act('offer', await tried(same))).rejects.toMatchObject({
    body: { detail: expect.stringContaining('Another engine') },
  })
  await expect(look('fal-ai/nothing')).rejects.toMatchObject({ status: 400 })
  await expect(look('a b')).rejects.toMatchObject({ status: 400 })
  await expect(list('scripted')).rejects.toMatchObject({ status: 404 })
})

test('models go to another installation as a file, and are drafts there', async () => {
  const model = await offered(add())
  const file = await admin.call(models.export, { params: { id: 'fal' } })
  expect(file).toMatchObject({ service: 'fal', models: { [model.id]: model.entry } })
  await admin.call(models.remove, { params: { id: 'fal', model: model.id } })
  await expect(order(model.id)).rejects.toMatchObject({ status: 400 })
  await expect(
    admin.call(models.import, { params: { id: 'replicate' }, body: file }),
  ).rejects.toMatchObject({ status: 400 })
  const take = () => admin.call(models.import, { params: { id: 'fal' }, body: file })
  expect(await take()).toEqual({ added: [model.id], skipped: [] })
  expect(await take()).toEqual({ added: [], skipped: [model.id] })
  const [unasked] = await list()
  await expect(act('offer', await tried(unasked!))).rejects.toMatchObject({ code: 'conflict' })
  await app.context.addedModels.look()
  const [draft] = await list()
  expect(draft).toMatchObject({ state: 'draft', inputs: model.inputs, entry: model.entry })
  await offered(Promise.resolve(draft!))
  expect((await waitForEnd(person, await order(model.id))).status).toBe('S')
})

test('what administrators do with models is in the log', async () => {
  await offered(add())
  const { results } = await admin.call(api.admin.audit, { query: {} })
  expect(results.slice(0, 3).map(({ action, subject }) => [action, subject])).toEqual([
    ['service_model_offered', 'fal bytedance-seedream-v5-lite-text-to-image'],
    ['service_model_tried', 'fal bytedance-seedream-v5-lite-text-to-image'],
    ['service_model_added', 'fal bytedance-seedream-v5-lite-text-to-image'],
  ])
})
