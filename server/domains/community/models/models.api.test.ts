import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { MODEL_UPLOAD } from '#contract/model-publishing.ts'
import {
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from '#server/domains/studios/testing/studio-app.ts'
import { toSafetensors } from '#server/engines/builtin/import/write-safetensors.ts'
import { SMALL } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { loraMatrices } from '#tests/support/safetensors.ts'

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
const LAYER = 'lora_unet_down_blocks_0_attentions_0_proj_in'

/** A LoRA, of another content for each size. */
const lora = (size: number, inner = 64): Buffer =>
  Buffer.from(toSafetensors(loraMatrices(LAYER, { out: 32, rank: 4, inner: [inner], size })))

const sha256 = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

const begin = (person: TestPerson, file: Uint8Array, hash = sha256(file)) =>
  person.call(modelPublishing.startUpload, {
    body: { filename: 'paper.safetensors', bytes: file.length, sha256: hash },
  })

const send = (person: TestPerson, id: string, file: Uint8Array, n = 0) => {
  const { partBytes } = MODEL_UPLOAD
  const body = new Blob([new Uint8Array(file.subarray(n * partBytes, (n + 1) * partBytes))])
  return person.call(modelPublishing.sendPart, { params: { id, n: String(n) }, body })
}

const finish = (person: TestPerson, id: string) =>
  person.call(modelPublishing.finishUpload, { params: { id }, body: {} })

async function uploaded(person: TestPerson, file: Uint8Array): Promise<string> {
  const { id } = await begin(person, file)
  await send(person, id, file)
  return (await finish(person, id)).id
}

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

/** A file with this header, before as many bytes as it says. */
function withHeader(header: string | object, bytes: number, says?: bigint): Buffer {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(says ?? BigInt(json.length))
  return Buffer.concat([length, json, Buffer.alloc(bytes)])
}

/** The two matrices of one layer, 16 bytes each, at these places. */
const tensorsAt = (down: number, up: number) => ({
  [`${LAYER}.lora_down.weight`]: { dtype: 'F32', shape: [1, 4], data_offsets: [down, down + 16] },
  [`${LAYER}.lora_up.weight`]: { dtype: 'F32', shape: [4, 1], data_offsets: [up, up + 16] },
})
const alphaAt = (from: number) => ({
  [`${LAYER}.alpha`]: { dtype: 'F32', shape: [4], data_offsets: [from, from + 16] },
})

const [NO_FILE, TOO_LONG] = [
  'This is not a safetensors file.',
  'The header of this file is too long.',
]

const manyTensors = () =>
  Object.fromEntries(
    Array.from({ length: 20_001 }, (_, n) => [
      `${n}.alpha`,
      { dtype: 'F32', shape: [0], data_offsets: [0, 0] },
    ]),
  )

describe('an upload', () => {
  test('comes by parts, goes on where it was, and has the hash that was said', async () => {
    const ada = await newPerson(app)
    const file = lora(1, 600_000)
    expect(file.length).toBeGreaterThan(MODEL_UPLOAD.partBytes)
    const { id } = await begin(ada, file)
    expect(await refusal(send(ada, id, file, 1))).toMatchObject({ status: 409 })
    expect((await send(ada, id, file, 0)).received).toEqual([0])
    expect(await begin(ada, file)).toMatchObject({ id, received: [0] })
    expect(await refusal(finish(ada, id))).toMatchObject({ status: 409 })
    await send(ada, id, file, 1)
    await send(ada, id, file, 1)
    expect(await finish(ada, id)).toMatchObject({ state: 'finished', received: [0, 1] })
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
    const eve = await newPerson(app)
    expect(await refusal(send(eve, id, file, 0))).toMatchObject({ status: 404 })
    expect(await refusal(finish(eve, id))).toMatchObject({ status: 404 })
  })

  test.each<[string, () => Buffer, string]>([
    ['text', () => Buffer.from('x'.repeat(100)), 'This is not a safetensors file.'],
    ['a file that is cut off', () => lora(2).subarray(0, -8), 'The file is damaged.'],
    [
      'a checkpoint',
      () =>
        Buffer.from(toSafetensors({ 'model.weight': { shape: [4], data: new Float32Array(4) } })),
      'This file holds something else than a LoRA.',
    ],
    [
      'half of a layer',
      () => {
        const [[name, tensor] = []] = Object.entries(
          loraMatrices(LAYER, { out: 4, rank: 2, inner: [4], size: 1 }),
        )
        return Buffer.from(toSafetensors({ [name!]: tensor! }))
      },
      'The file is damaged.',
    ],
    ['a zip', () => Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`), NO_FILE],
    ['a pickle', () => Buffer.from(`\u0080\u0002}q\u0000${'x'.repeat(100)}`, 'latin1'), NO_FILE],
    ['a header longer than any file', () => withHeader({}, 64, 2n ** 64n - 1n), TOO_LONG],
    ['a header longer than its first part', () => withHeader({}, 64, 1000n), TOO_LONG],
    ['a header that is no JSON', () => withHeader('{"a":', 64), NO_FILE],
    ['a header of nested objects', () => withHeader('{"a":'.repeat(200_000), 64), NO_FILE],
    ['no weights', () => withHeader({ __metadata__: {} }, 64), 'The file is damaged.'],
    ['too many weights', () => withHeader(manyTensors(), 0), TOO_LONG],
    ['weights behind its end', () => withHeader(tensorsAt(0, 1e15), 32), 'The file is damaged.'],
    [
      'something between its weights',
      () => withHeader({ ...tensorsAt(0, 0), ...alphaAt(32) }, 48),
      'The file is damaged.',
    ],
    [
      'weights that overlap in part',
      () => withHeader({ ...tensorsAt(0, 8), ...alphaAt(24) }, 40),
      'The file is damaged.',
    ],
    [
      'weights that lie before their beginning',
      () => withHeader({ ...tensorsAt(0, -16) }, 16),
      'The file is damaged.',
    ],
    [
      'a checkpoint with a LoRA in it',
      () =>
        withHeader(
          {
            ...tensorsAt(0, 16),
            'model.weight': { dtype: 'F32', shape: [4], data_offsets: [32, 48] },
          },
          48,
        ),
      'This file holds something else than a LoRA.',
    ],
    [
      'matrices that do not fit each other',
      () =>
        withHeader(
          {
            ...tensorsAt(0, 16),
            [`${LAYER}.lora_up.weight`]: { dtype: 'F32', shape: [2, 2], data_offsets: [16, 32] },
          },
          32,
        ),
      'The file is damaged.',
    ],
    [
      'a description that is none',
      () => withHeader({ __metadata__: { rank: 4 }, ...tensorsAt(0, 16) }, 32),
      NO_FILE,
    ],
    [
      'weights of no size that fits',
      () =>
        withHeader({ a: { dtype: 'F32', shape: [2 ** 40, 2 ** 40], data_offsets: [0, 64] } }, 64),
      'The file is damaged.',
    ],
  ])('of %s is refused by its header', async (_what, make, message) => {
    const ada = await newPerson(app)
    const file = make()
    const { id } = await begin(ada, file)
    expect(await refusal(send(ada, id, file))).toMatchObject({
      status: 400,
      body: { part: [message] },
    })
  })

  test('of another file than was said is refused, and can be sent again', async () => {
    const ada = await newPerson(app)
    const [said, other] = [lora(3), lora(4)]
    const { id } = await begin(ada, said)
    await send(ada, id, other)
    expect(await refusal(finish(ada, id))).toMatchObject({
      status: 400,
      body: { sha256: expect.any(Array) as string[] },
    })
    await send(ada, id, said)
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
  })

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

  test('has all its parts when they come at once', async () => {
    const ada = await newPerson(app)
    const file = lora(301, 1_200_000)
    const count = Math.ceil(file.length / MODEL_UPLOAD.partBytes)
    const { id } = await begin(ada, file)
    await send(ada, id, file, 0)
    await Promise.all(Array.from({ length: 2 * count }, (_, n) => send(ada, id, file, n % count)))
    expect(await finish(ada, id)).toMatchObject({ state: 'finished' })
  })

  test('has nothing of a part that is cut off on its way', async () => {
    const ada = await newPerson(app)
    const file = lora(302, 600_000)
    const { id } = await begin(ada, file)
    const { hostname, port } = new URL(app.url)
    const path = modelPublishing.sendPart.path.replace(':id', id).replace(':n', '0')
    const headers = {
      authorization: `Token ${ada.token}`,
      'content-type': 'application/octet-stream',
      'content-length': MODEL_UPLOAD.partBytes,
    }
    await new Promise<void>((resolve) => {
      const sent = request({ hostname, port, method: 'PUT', path, headers })
      sent.on('error', () => resolve())
      sent.on('close', () => resolve())
      sent.write(file.subarray(0, 1_000_000), () => sent.destroy())
    })
    expect(await begin(ada, file)).toMatchObject({ received: [] })
    expect(await refusal(finish(ada, id))).toMatchObject({ status: 409 })
    expect((await send(ada, id, file, 0)).received).toEqual([0])
  })

  test('has only the parts of its file, each of its size', async () => {
    const ada = await newPerson(app)
    const file = lora(6)
    const { id } = await begin(ada, file)
    for (const n of [-1, 1, 5000, 1.5])
      expect(await refusal(send(ada, id, file, n))).toMatchObject({ status: 404 })
    const body = new Blob([new Uint8Array(file.subarray(0, -1))])
    const short = ada.call(modelPublishing.sendPart, { params: { id, n: '0' }, body })
    expect(await refusal(short)).toMatchObject({ status: 400 })
    expect(await begin(ada, file)).toMatchObject({ received: [] })
  })

  test.each(['a.ckpt', 'a.pt', 'a.zip', '../a.safetensors', 'a.safetensors.pkl'])(
    'called %s is not begun',
    async (filename) => {
      const ada = await newPerson(app)
      const file = lora(7)
      const body = { filename, bytes: file.length, sha256: sha256(file) }
      expect(await refusal(ada.call(modelPublishing.startUpload, { body }))).toMatchObject({
        status: 400,
      })
    },
  )

  test('of more than a gigabyte is not begun', async () => {
    const ada = await newPerson(app)
    const body = {
      filename: 'a.safetensors',
      bytes: MODEL_UPLOAD.bytes + 1,
      sha256: 'a'.repeat(64),
    }
    expect(await refusal(ada.call(modelPublishing.startUpload, { body }))).toMatchObject({
      status: 400,
      body: { bytes: ['The file has more than 1 GB.'] },
    })
  })
})

describe('a file that is published', () => {
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

  test('may be a new version, which is looked at anew', async () => {
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
