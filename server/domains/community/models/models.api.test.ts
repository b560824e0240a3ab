import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from '#server/domains/studios/testing/studio-app.ts'
import { SMALL } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { begin, finish, lora, send, sha256, uploaded } from './testing/upload-calls.ts'

type Studios = Awaited<ReturnType<typeof startStudios>>

let studios: Studios
let app: Studios['app']
let staff: TestPerson
beforeAll(async () => {
  studios = await startStudios()
  ;({ app } = studios)
  resetEngine(studios.engine)
  staff = await newPerson(app)
  await app.db.kysely
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', staff.id)
    .execute()
})
afterAll(() => app.dispose())

const { modelPublishing, civitModelVersions } = api
const BODY = {
  name: 'Paper cut-outs',
  trained_words: ['papercut'],
  tags: ['Paper'],
  no_person: true as const,
}

const publish = (person: TestPerson, body: object) =>
  person.call(modelPublishing.publish, { body: { ...BODY, ...body } })

const decide = (id: string, action: 'publish' | 'hide' = 'publish') =>
  staff.call(modelPublishing.decide, { params: { id }, body: { action } })

const detail = (id: string) => app.call(civitModelVersions.detail, { params: { id } })

const statesOf = async (id: string) =>
  (
    await app.db.kysely
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action.slice('publication_'.length))

const modelId = async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  return results.flatMap(({ models }) => models)[0]!.id
}

describe('a file that is published', () => {
  test('is the file that was said, also where its parts change while they are put together', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await newPerson(app)
      const [said, other] = [lora(100 + round, 600_000), lora(200 + round, 600_000)]
      const { id } = await begin(ada, said)
      await send(ada, id, said, 0)
      await send(ada, id, said, 1)
      await Promise.allSettled([
        finish(ada, id),
        send(ada, id, other, 1),
        finish(ada, id),
        send(ada, id, other, 0),
        finish(ada, id),
      ])
      const { state } = await begin(ada, said)
      if (state === 'open') {
        await send(ada, id, said, 0)
        await send(ada, id, said, 1)
        await finish(ada, id)
      }
      const made = await publish(ada, { upload: id, base_model: 'SD 1.5' })
      await decide(made.id)
      const { url } = (await detail(made.id)).versions[0]!.files[0]!
      const bytes = await fetch(new URL(url!, app.url))
      expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256(said))
    }
  })

  test('waits for the staff, is drawn with by everybody, and is gone when it is withdrawn', async () => {
    const ada = await newPerson(app)
    const file = lora(5)
    const base = await modelId()
    const made = await publish(ada, { upload: await uploaded(ada, file), base_model: base })
    expect(made).toMatchObject({ state: 'scanning', versions: 1 })
    await app.context.community.followPublications()
    expect(await refusal(detail(made.id))).toMatchObject({ status: 404 })
    const { results: waiting } = await staff.call(modelPublishing.waiting, { query: {} })
    expect(waiting.find(({ id }) => id === made.id)?.files[0]).toMatchObject({
      sha256: sha256(file),
    })
    await decide(made.id)
    const [version] = (await detail(made.slug)).versions
    const query = new URLSearchParams(version!.create_query!)
    expect(Object.fromEntries(query)).toEqual({
      model: base,
      prompt: 'papercut',
      lora_models: made.slug,
      lora_weights: '1',
      selected_mode: 'advanced',
    })
    const bytes = await fetch(new URL(version!.files[0]!.url!, app.url))
    expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256(file))
    expect((await detail(made.id)).download_count).toBe(1)

    const bob = await newPerson(app)
    const order = { body: { ...SMALL, loras: [{ model: made.slug }] } }
    expect((await bob.call(api.inferenceJobs.create, order)).parameters).toMatchObject({
      loras: [{ model: made.slug, weight: 1 }],
    })
    await ada.call(civitModelVersions.remove, { params: { id: made.id } })
    expect(await refusal(bob.call(api.inferenceJobs.create, order))).toMatchObject({ status: 400 })
    expect((await fetch(new URL(version!.files[0]!.url!, app.url))).status).toBe(404)
    const params = { id: made.id }
    expect(await ada.call(modelPublishing.publishAgain, { params, body: {} })).toMatchObject({
      state: 'scanning',
    })
    expect(await statesOf(made.id)).toEqual(['scanning', 'published', 'withdrawn', 'scanning'])
  })

  test('is published once, whoever has it', async () => {
    const [ada, eve] = [await newPerson(app), await newPerson(app)]
    const file = lora(6)
    const uploads = [await uploaded(ada, file), await uploaded(eve, file)]
    await publish(ada, { upload: uploads[0], base_model: 'SD 1.5' })
    expect(await refusal(publish(eve, { upload: uploads[1], base_model: 'SD 1.5' }))).toMatchObject(
      { status: 409 },
    )
    expect(await refusal(begin(await newPerson(app), file))).toMatchObject({ status: 409 })
    expect(await refusal(publish(ada, { upload: uploads[0], base_model: 'SD 1.5' }))).toMatchObject(
      { status: 400 },
    )
  })

  test('may be a new version, which is looked at again', async () => {
    const ada = await newPerson(app)
    const first = await publish(ada, { upload: await uploaded(ada, lora(7)), base_model: 'SD 1.5' })
    await decide(first.id)
    const order = { upload: await uploaded(ada, lora(8)), base_model: 'SD 1.5', version_name: '2' }
    expect(await publish(ada, { ...order, model: first.id })).toMatchObject({
      id: first.id,
      state: 'scanning',
      versions: 2,
    })
    await decide(first.id)
    expect((await detail(first.id)).versions.map(({ name }) => name)).toEqual(['2', '1'])
    const eve = await newPerson(app)
    const foreign = { upload: await uploaded(eve, lora(9)), base_model: 'SD 1.5', model: first.id }
    expect(await refusal(publish(eve, foreign))).toMatchObject({ status: 404 })
    expect((await ada.call(modelPublishing.mine, {})).results).toMatchObject([
      { id: first.id, state: 'published' },
    ])
    expect((await eve.call(modelPublishing.mine, {})).results).toEqual([])
  })

  test('needs the statement that it shows nobody', async () => {
    const ada = await newPerson(app)
    const body = { upload: 'x', base_model: 'SD 1.5', no_person: false }
    expect(await refusal(publish(ada, body))).toMatchObject({
      status: 400,
      body: { no_person: ['Please confirm that this model doesn’t show a real person.'] },
    })
  })
})

test('nothing is published while a report of a minor is open, nor the file of a model that was removed', async () => {
  const ada = await newPerson(app)
  const file = lora(41)
  const { id: model } = await publish(ada, {
    upload: await uploaded(ada, file),
    base_model: 'SD 1.5',
  })
  await decide(model)
  const next = { upload: await uploaded(ada, lora(42)), base_model: 'SD 1.5' }
  const { id } = await app.call(api.reports.create, { body: { model, reason: 'minor' } })
  expect(await refusal(publish(ada, next))).toMatchObject({ status: 409 })
  await staff.call(api.adminReports.decide, {
    params: { id },
    body: { action: 'keep', reason: 'It shows no minor' },
  })
  expect((await publish(ada, next)).state).toBe('scanning')
  const again = await app.call(api.reports.create, { body: { model, reason: 'illegal' } })
  await staff.call(api.adminReports.decide, {
    params: { id: again.id },
    body: { action: 'remove', reason: 'It is illegal' },
  })
  const eve = await newPerson(app)
  // As of one that was imported: its file is not kept here.
  await app.db.kysely.updateTable('community_model_files').set({ storage_key: null }).execute()
  const copy = { upload: await uploaded(eve, file), base_model: 'SD 1.5' }
  expect(await refusal(publish(eve, copy))).toMatchObject({
    status: 409,
    body: { detail: 'This model was removed by our team.' },
  })
})

describe('a model that was trained here', () => {
  test('is published as a copy, and withdrawn with its studio', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    await start(ada, training)
    await untilStatus(ada, training, 'Successful')
    const made = await publish(ada, { training: training.id, name: 'My cup' })
    await decide(made.id)
    const shown = await detail(made.id)
    expect(shown.versions[0]!.create_query).toContain(`lora_models=${made.slug}`)
    const { url } = shown.versions[0]!.files[0]!
    expect((await fetch(new URL(url!, app.url))).status).toBe(200)
    await remove(ada, training)
    await app.context.community.followPublications()
    expect(await refusal(detail(made.id))).toMatchObject({ status: 404 })
    expect((await fetch(new URL(url!, app.url))).status).toBe(404)
    expect(await statesOf(made.id)).toEqual(['scanning', 'published', 'withdrawn'])
  })

  test('is never one of a person, nor somebody else’s', async () => {
    const ada = await studios.owner()
    const person = await ada.call(api.loraTrainings.create, {
      body: { project_name: 'Me', object_type: 'person', consent: { subject: 'self' } },
    })
    expect(await refusal(publish(ada, { training: person.id }))).toMatchObject({
      status: 400,
      body: { training: ['Models of people can’t be published.'] },
    })
    const eve = await newPerson(app)
    expect(await refusal(publish(eve, { training: person.id }))).toMatchObject({ status: 400 })
  })
})
