import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf } from '#tests/support/generation.ts'
import { makePng } from '#tests/support/pictures.ts'
import { uploadForm } from '#tests/support/uploads.ts'
import {
  addPhoto,
  cancel,
  create,
  photo,
  read,
  ready,
  refusal,
  remove,
  start,
  untilStatus,
  studiosForFile,
} from './testing/studio-app.ts'

const studios = studiosForFile()

describe('a studio', () => {
  test('is made without being paid, for its owner alone', async () => {
    const ada = await studios.owner()
    const made = await create(ada, { consent: { subject: 'self' }, object_type: 'person' })
    expect(made).toMatchObject({
      project_name: 'Ada of the Hills',
      training_type: 'General',
      status: 'Not Started',
      downloaded: false,
      object_type: 'person',
      original_model_version: SCRIPTED_MODEL,
      created_model_version: null,
      lora_training_images: [],
      consent: { subject: 'self' },
      coach: { level: 'red', findings: [{ code: 'few_photos' }] },
      cost: null,
    })
    expect(await read(ada, made)).toEqual(made)
    const eve = await studios.owner()
    const params = { id: made.id }
    const png = await makePng(64, 64)
    const all = await Promise.all(
      [
        read(eve, made),
        remove(eve, made),
        start(eve, made),
        cancel(eve, made),
        addPhoto(eve, made, png),
        eve.call(api.loraTrainings.download, { params }),
        eve.call(api.loraTrainings.receipt, { params }),
        read(eve, { id: 'nonsense' }),
      ].map(refusal),
    )
    for (const refused of all) expect(refused).toMatchObject({ status: 404 })
    expect((await eve.call(api.loraTrainings.list, { query: {} })).results).toEqual([])
    expect(await balanceOf(ada)).toEqual({ credits: 2500, credits_held: 0 })
  })

  test.each([
    [{ project_name: ' ' }, 'project_name'],
    [{ project_name: 'a\0b' }, 'project_name'],
    [{ project_name: 'x'.repeat(81) }, 'project_name'],
    [{ training_type: 'Portrait' }, 'training_type'],
    [{ training_type: 'Showcase' }, 'training_type'],
    [{ object_type: 'car' }, 'object_type'],
    [{ original_model_version: 'other' }, 'original_model_version'],
    [{ consent: undefined }, 'consent'],
    [{ consent: { subject: 'none' }, object_type: 'person' }, 'consent'],
    [{ color: 'red' }, 'color'],
  ])('is refused with %j', async (body, field) => {
    const refused = await refusal(create(await studios.owner(), body))
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body as object)).toEqual([field])
  })

  test('is refused to who has not verified their address', async () => {
    const person = await studios.owner({ verified: false })
    expect(await refusal(create(person))).toMatchObject({ status: 403, code: 'email_not_verified' })
  })

  test('is listed by type, status and words, whatever their case; to the staff without photos', async () => {
    const ada = await studios.owner()
    const hair = await ready(ada, { training_type: 'hairstyle', project_name: '100% hair' })
    const other = await create(ada)
    const names = async (query: object, person = ada) =>
      (await person.call(api.loraTrainings.list, { query })).results.map(({ id }) => id)
    expect(await names({})).toEqual([other.id, hair.id])
    expect(await names({ training_type: 'HAIRSTYLE' })).toEqual([hair.id])
    expect(await names({ status: 'successful' })).toEqual([])
    expect(await names({ status: 'not started', search: '100%' })).toEqual([hair.id])
    expect(await refusal(names({ status: 'Done' }))).toMatchObject({ status: 400 })
    const staff = await studios.owner()
    await studios.app.db.kysely
      .updateTable('users')
      .set({ is_staff: true })
      .where('id', '=', staff.id)
      .execute()
    expect(await names({ only_owned: 'true' }, staff)).toEqual([])
    const { results } = await staff.call(api.loraTrainings.list, { query: { search: '100%' } })
    const { email } = await ada.call(api.users.me, {})
    expect(results).toMatchObject([
      { id: hair.id, is_own: false, lora_training_images: [], owner: { id: ada.id, email } },
    ])
    expect((await read(ada, hair)).owner).toBeNull()
    expect(await refusal(read(staff, hair))).toMatchObject({ status: 404 })
  })
})

describe('a photo', () => {
  test('is private, stripped and in no list of uploads', async () => {
    const ada = await studios.owner()
    const training = await create(ada)
    const file = await sharp(await photo(1))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const made = await addPhoto(ada, training, file)
    expect(made).toMatchObject({
      width: 560,
      height: 560,
      crop: { x: 0, y: 0, size: 560 },
      caption: 'a photo of an object',
      findings: [],
    })
    const kept = Buffer.from(await (await fetch(studios.app.url + made.image)).arrayBuffer())
    expect(kept.includes('secret place')).toBe(false)
    expect((await fetch(studios.app.url + made.image.split('?')[0]!)).status).toBe(404)
    expect((await ada.call(api.uploadedImages.list, { query: {} })).results).toEqual([])
    const { retention_ends_at: end } = await read(ada, training)
    expect(Math.round((Date.parse(end!) - Date.now()) / 86_400_000)).toBe(30)

    await ada.call(api.loraTrainings.removePhoto, { params: { id: training.id, image: made.id } })
    expect((await read(ada, training)).lora_training_images).toEqual([])
    expect((await fetch(studios.app.url + made.image)).status).toBe(404)
  })

  test('can be framed and described again', async () => {
    const ada = await studios.owner()
    const training = await create(ada)
    const { id: image } = await addPhoto(ada, training, await photo(2))
    const change = (body: object) =>
      ada.call(api.loraTrainings.changePhoto, { params: { id: training.id, image }, body })
    const changed = await change({ crop: { x: 10, y: 20, size: 500 }, caption: ' a red cup ' })
    expect(changed).toMatchObject({ crop: { x: 10, y: 20, size: 500 }, caption: 'a red cup' })
    for (const body of [
      { crop: { x: 100, y: 0, size: 500 } },
      { crop: { x: 0, y: 0, size: 8 } },
      { caption: 'a\0' },
    ])
      expect(await refusal(change(body))).toMatchObject({ status: 400 })
  })

  test('of a person is not described, nor its studio named, by words that undress', async () => {
    const ada = await studios.owner()
    const words = { status: 400, body: { caption: [expect.stringContaining('not allowed')] } }
    const person = { object_type: 'person', consent: { subject: 'self' } }
    const training = await create(ada, person)
    const { id: image } = await addPhoto(ada, training, await photo(1))
    const write = (caption: string) =>
      ada.call(api.loraTrainings.changePhoto, {
        params: { id: training.id, image },
        body: { caption },
      })
    expect(await refusal(write('a woman without clothes'))).toMatchObject(words)
    await write('a woman in a red dress')
    expect(await refusal(create(ada, { ...person, project_name: 'Desnuda' }))).toMatchObject({
      status: 400,
      body: { project_name: words.body.caption },
    })
  })

  test('goes by itself when its time is over', async () => {
    const ada = await studios.owner()
    const training = await create(ada)
    await addPhoto(ada, training, await photo(1))
    await sql`update uploaded_images set expires_at = money_now() where user_id = ${ada.id}`.execute(
      studios.app.db.kysely,
    )
    expect((await read(ada, training)).lora_training_images).toEqual([])
    await studios.app.context.uploads.sweep()
    const { rows } = await sql`select from lora_training_images where user_id = ${ada.id}`.execute(
      studios.app.db.kysely,
    )
    expect(rows).toEqual([])
  })

  test('is refused without its studio, when it is no image, and as the twenty-first', async () => {
    const ada = await studios.owner()
    const training = await create(ada)
    const bare = ada.call(api.loraTrainings.upload, { body: uploadForm(await makePng(8, 8)) })
    expect(await refusal(bare)).toMatchObject({
      status: 400,
      body: { lora_training: ['This field is required.'] },
    })
    expect(await refusal(addPhoto(ada, training, Buffer.from('words')))).toMatchObject({
      status: 415,
    })
    const one = await photo(1)
    for (let count = 0; count < 19; count++) await addPhoto(ada, training, one)
    const last = await Promise.allSettled([0, 1, 2].map(() => addPhoto(ada, training, one)))
    expect(last.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect((await read(ada, training)).lora_training_images).toHaveLength(20)
    const { rows } = await sql`select from uploaded_images where user_id = ${ada.id}`.execute(
      studios.app.db.kysely,
    )
    expect(rows).toHaveLength(20)
  })
})

test('public studios are there for everybody, those of the staff alone', async () => {
  const staff = await studios.owner()
  await studios.app.db.kysely
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', staff.id)
    .execute()
  const training = await ready(staff, { training_type: 'Showcase' })
  const list = () => studios.app.call(api.loraTrainings.showcase, { query: {} })
  expect((await list()).results).toEqual([])
  await start(staff, training)
  await untilStatus(staff, training, 'Successful')
  const { results } = await list()
  expect(results).toMatchObject([{ id: training.id, is_own: false }])
  expect(results[0]!.lora_training_images).toHaveLength(4)
})
