import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { waitForEnd } from '#tests/support/generation.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { publishReviewed } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  expectPaid,
  LARGEST_EDGE,
  newStaff,
  ofPerson,
  owner,
  packInput,
  published,
  read,
  refusal,
  run,
  startPacks,
  trained,
  until,
  untilState,
} from './testing/pack-app.ts'

const { photoPacks, videoPacks } = api

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startPacks())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await owner(app)
})

const createPack = (person: TestPerson, input: object = packInput()) =>
  person.call(photoPacks.create, { body: input as ReturnType<typeof packInput> })

describe('the packs that come with the app', () => {
  test('are there for everybody, six of photos and four of videos', async () => {
    const photos = await app.call(photoPacks.list, { query: {} })
    const videos = await app.call(videoPacks.list, { query: { sort: 'new' } })
    const seeds = (results: { title: string }[]) => results.map(({ title }) => title)
    expect(seeds(photos.results)).toEqual(
      expect.arrayContaining(['Forest friends', 'Fruit stand', 'City portraits', 'Product shelf']),
    )
    expect(photos.count).toBe(6)
    expect(videos).toMatchObject({ count: 4, next: null })
    expect(seeds(videos.results)[0]).toBe('Zoo in motion')
    const [first] = videos.results
    const detail = await app.call(videoPacks.detail, { params: { id: first!.id } })
    expect(detail).toMatchObject({ shot_count: 10, credits: 20, can_edit: false, is_own: false })
    expect(detail.shots[0]).toMatchObject({ motion: 'push_in', duration: 2, prompt: 'a lion' })
    expect(await refusal(app.call(photoPacks.detail, { params: { id: first!.id } }))).toMatchObject(
      {
        status: 404,
      },
    )
    await app.context.packs.start()
    expect((await app.call(photoPacks.list, { query: {} })).count).toBe(6)
  })

  test('are found by tag, subject and words, and page by page', async () => {
    const list = async (query: object) =>
      (await app.call(photoPacks.list, { query })).results.map(({ title }) => title)
    expect(await list({ tag: 'Portrait' })).toEqual(
      expect.arrayContaining(['City portraits', 'Four seasons']),
    )
    expect(await list({ subject: 'pet' })).toEqual(['Pet of the month'])
    expect(await list({ search: '100%' })).toEqual([])
    expect(await list({ search: 'GLOSSY' })).toEqual(['Fruit stand'])
    const first = await app.call(photoPacks.list, { query: { limit: '4' } })
    expect(first.results).toHaveLength(4)
    const cursor = new URLSearchParams(first.next!.split('?')[1]).get('cursor')!
    const second = await app.call(photoPacks.list, { query: { limit: '4', cursor } })
    const ids = [...first.results, ...second.results].map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
    expect(await refusal(app.call(photoPacks.list, { query: { cursor: 'x' } }))).toMatchObject({
      status: 400,
      body: { cursor: [expect.any(String)] },
    })
  })
})

describe('a pack of one’s own', () => {
  test('is a draft, is offered, published by the staff, and never changes as it was published', async () => {
    const draft = await createPack(ada)
    expect(draft).toMatchObject({ state: 'draft', is_own: true, can_edit: true, credits: 10 })
    const params = { id: draft.id }
    const eve = await owner(app)
    const staff = await newStaff(app)
    for (const person of [eve, staff])
      expect(await refusal(person.call(photoPacks.detail, { params }))).toMatchObject({
        status: 404,
      })
    expect((await ada.call(photoPacks.list, { query: { show: 'mine' } })).count).toBe(1)

    const body = { version: draft.version + 1 }
    expect((await refusal(ada.call(photoPacks.publish, { params, body }))).status).toBe(409)
    await ada.call(photoPacks.publish, { params, body: {} })
    expect((await refusal(ada.call(photoPacks.publish, { params, body: {} }))).status).toBe(409)
    expect(await refusal(eve.call(photoPacks.list, { query: { show: 'offered' } }))).toMatchObject({
      status: 404,
    })
    expect((await staff.call(photoPacks.list, { query: { show: 'offered' } })).count).toBe(1)
    const changed = await ada.call(photoPacks.update, { params, body: { title: 'Foxes' } })
    expect(changed).toMatchObject({ state: 'draft', title: 'Foxes' })
    expect(await refusal(staff.call(photoPacks.publish, { params, body: {} }))).toMatchObject({
      status: 404,
    })
    await ada.call(photoPacks.publish, { params, body: {} })
    const shown = await staff.call(photoPacks.publish, { params, body: {} })
    expect(shown).toMatchObject({ state: 'published', has_changes: false })
    expect(await refusal(staff.call(photoPacks.publish, { params, body: {} }))).toMatchObject({
      status: 409,
    })
    expect(
      await refusal(ada.call(photoPacks.update, { params, body: { title: 'x' } })),
    ).toMatchObject({ status: 404 })
    await staff.call(photoPacks.update, { params, body: { title: 'Later' } })
    expect((await staff.call(photoPacks.detail, { params })).has_changes).toBe(true)
    expect((await eve.call(photoPacks.detail, { params })).title).toBe('Foxes')
    await expect(
      sql`update pack_shots set prompt = 'x' where version_id = (select version_id from packs where id = ${draft.id})`.execute(
        app.db.kysely,
      ),
    ).rejects.toThrow('frozen')
  })

  test('can be run by its author before it is published, as it is then', async () => {
    const draft = await createPack(ada)
    const eve = await owner(app)
    expect(await refusal(run(eve, draft))).toMatchObject({ status: 404 })
    engine.script = hang
    const started = await run(ada, draft)
    await until(ada, started, ({ shots }) => shots[0]!.state === 'running')
    await ada.call(photoPacks.update, { params: { id: draft.id }, body: { title: 'Later' } })
    await ada.call(photoPacks.remove, { params: { id: draft.id } })
    expect((await read(ada, started)).title).toBe('Ten foxes')
    await ada.call(photoPacks.cancelRun, { params: { id: started.id }, body: {} })
    await expectPaid(app, ada, 0)
  })

  test.each([
    ['nine shots', { shots: packInput().shots.slice(1) }, 'shots'],
    ['no title', { title: ' ' }, 'title'],
    ['a tag with blanks', { tags: ['two words'] }, 'tags'],
    ['a subject that no prompt names', { subject: 'person' }, 'shots'],
    ['a subject that is named and there is none', { shots: ofPerson().shots }, 'shots'],
    [
      'a style that is none',
      { shots: packInput().shots.map((shot) => ({ ...shot, style: 'oil' })) },
      'shots',
    ],
    [
      'a width between two steps',
      { shots: packInput().shots.map((shot) => ({ ...shot, width: 500 })) },
      'shots',
    ],
    [
      'a length, of photos',
      { shots: packInput().shots.map((shot) => ({ ...shot, duration: 2 })) },
      'shots',
    ],
    ['an unknown field', { price: 0 }, 'price'],
  ])('is refused with %s', async (_what, part, field) => {
    expect(await refusal(createPack(ada, { ...packInput(), ...part }))).toMatchObject({
      status: 400,
      body: { [field]: expect.arrayContaining([expect.any(String)]) },
    })
  })

  test('is refused before the email is verified', async () => {
    const fresh = await newPerson(app, { verified: false })
    expect(await refusal(createPack(fresh))).toMatchObject({ code: 'email_not_verified' })
  })
})

describe('bad input of a run holds nothing', () => {
  test('a subject too many, none, another kind of it, one that is gone, a pack that is none', async () => {
    const plain = await published(app)
    const people = await published(app, ofPerson())
    const pet = await trained(app, ada, 'pet')
    const style = await trained(app, ada, 'style')
    const mine = await trained(app, ada)
    await ada.call(api.loraTrainings.remove, { params: { id: mine } })
    const wrong = [
      () => run(ada, plain, { training: pet }),
      () => run(ada, people),
      () => run(ada, people, { training: pet }),
      () => run(ada, people, { training: style }),
      () => run(ada, people, { training: mine }),
      () => run(ada, people, { training: 'none' }),
    ]
    for (const call of wrong)
      expect(await refusal(call())).toMatchObject({
        status: 400,
        body: { training: [expect.any(String)] },
      })
    expect(await refusal(run(ada, { id: 'none' }))).toMatchObject({ status: 404 })
    expect(await refusal(run(ada, plain, { quote: 'none' }))).toMatchObject({
      code: 'quote_mismatch',
    })
    const fresh = await newPerson(app, { verified: false })
    expect(await refusal(run(fresh, plain))).toMatchObject({ code: 'email_not_verified' })
    await expectPaid(app, ada, 0)
  })

  test('shots that the model cannot make are named by their places', async () => {
    const large = packInput()
    const shots = large.shots.map((shot, index) =>
      index === 2 ? { ...shot, width: LARGEST_EDGE + 8 } : shot,
    )
    const odd = await published(app, { ...large, shots })
    expect(await refusal(run(ada, odd))).toMatchObject({
      status: 400,
      body: { shots: [expect.stringContaining('3.width')] },
    })
    await expectPaid(app, ada, 0)
  })

  test('of shots of a run: one that is none, one that is made, a prompt that may not be', async () => {
    const plain = await published(app)
    engine.script = hang
    const started = await run(ada, plain)
    await until(ada, started, ({ shots }) => shots[0]!.state === 'running')
    const params = { id: started.id, shot: 'none' }
    const body = { prompt: 'a cat' }
    expect(await refusal(ada.call(photoPacks.swap, { params, body }))).toMatchObject({
      status: 404,
    })
    const [first, second] = started.shots
    const swap = (shot: string, prompt: string) =>
      ada.call(photoPacks.swap, { params: { id: started.id, shot }, body: { prompt } })
    expect(await refusal(swap(first!.id, 'a cat'))).toMatchObject({ status: 409 })
    expect(await refusal(swap(second!.id, 'a photo of {subject}'))).toMatchObject({ status: 400 })
    expect(await refusal(swap(second!.id, ' '))).toMatchObject({ status: 400 })
    const now = await swap(second!.id, 'a cat')
    expect(now.shots[1]!.prompt).toBe('a cat')
    const retry = (shots: string[]) =>
      ada.call(photoPacks.retry, { params: { id: started.id }, body: { shots } })
    expect(await refusal(retry(['none']))).toMatchObject({ status: 400 })
    expect(await refusal(retry([first!.id]))).toMatchObject({ status: 409 })
    const zip = await fetch(`${app.url}/api/photo_packs/runs/${started.id}/zip/`, {
      headers: { authorization: `Token ${ada.token}` },
    })
    expect(zip.status).toBe(404)
    await ada.call(photoPacks.cancelRun, { params: { id: started.id }, body: {} })
    await expectPaid(app, ada, 0)
  })
})

describe('around a pack', () => {
  test('one shot is tried at an image’s price', async () => {
    const people = await published(app, ofPerson())
    const training = await trained(app, ada)
    const [shot] = people.shots
    const tryIt = (body: object) =>
      ada.call(photoPacks.tryShot, {
        params: { id: people.id },
        body: { shot: shot!.id, training, ...body },
      })
    expect(await refusal(tryIt({ training: null }))).toMatchObject({ status: 400 })
    expect(await refusal(tryIt({ shot: 'none' }))).toMatchObject({ status: 400 })
    const job = await tryIt({})
    expect(job).toMatchObject({ type: 'PPS', batch: null, cost: { quoted: 1 } })
    expect((await waitForEnd(ada, job)).status).toBe('S')
    await expectPaid(app, ada, 1)
  })

  test('favorites are one’s own', async () => {
    const pack = await published(app)
    const params = { id: pack.id }
    await ada.call(photoPacks.favorite, { params, body: {} })
    await ada.call(photoPacks.favorite, { params, body: {} })
    const favorites = async () =>
      (await ada.call(photoPacks.list, { query: { show: 'favorites' } })).results
    expect((await favorites()).map(({ id, is_favorite: is }) => [id, is])).toEqual([
      [pack.id, true],
    ])
    expect((await app.call(photoPacks.list, { query: { show: 'favorites' } })).count).toBe(0)
    await ada.call(photoPacks.unfavorite, { params })
    expect(await favorites()).toEqual([])
  })

  test('the wall shows what its owners made public, without words', async () => {
    const pack = await published(app)
    const started = await run(ada, pack)
    const done = await untilState(ada, started, 'succeeded')
    const wall = async () =>
      (await app.call(photoPacks.wall, { params: { id: pack.id } })).results.map(({ id }) => id)
    expect(await wall()).toEqual([])
    const { id } = done.shots[0]!.image!
    const shown = await publishReviewed(ada, await newStaff(app), id)
    expect(await wall()).toEqual([shown])
    await ada.call(api.predictionImages.remove, { params: { id } })
    expect(await wall()).toEqual([])
  })

  test('a video pack is run the same way, and paid by the second', async () => {
    const shots = packInput().shots.map(({ prompt, seed }) => ({
      prompt,
      negative_prompt: '',
      seed,
      duration: 2,
      motion: 'orbit' as const,
    }))
    const staff = await newStaff(app)
    const input = packInput({ shots })
    const { id } = await staff.call(videoPacks.create, { body: input })
    const params = { id }
    await staff.call(videoPacks.publish, { params, body: {} })
    const call = `video_packs/${id}/run`
    const quote = await ada.call(api.quotes.create, { body: { call, body: { training: null } } })
    expect(quote.cost).toBe(20)
    const started = await ada.call(videoPacks.run, {
      params,
      body: { training: null, quote: quote.id },
    })
    await expect
      .poll(async () => (await readVideoRun(started.id)).state, { timeout: 50_000 })
      .toBe('succeeded')
    const done = await readVideoRun(started.id)
    expect(done.shots[0]!.video).toMatchObject({ duration: 2, poster_url: expect.any(String) })
    expect(await refusal(read(ada, started))).toMatchObject({ status: 404 })
    await expectPaid(app, ada, 20)
  })

  test('a video pack with a subject films a trained model, of whose LoRA each first image is drawn', async () => {
    const staff = await newStaff(app)
    const shots = packInput().shots.map((_, index) => ({
      prompt: `{subject} walks, number ${index + 1}`,
      negative_prompt: '',
      seed: 7,
      duration: 2,
    }))
    const input = packInput({ subject: 'person', shots })
    const { id } = await staff.call(videoPacks.create, { body: input })
    const params = { id }
    await staff.call(videoPacks.publish, { params, body: {} })
    const training = await trained(app, ada)
    const from = engine.videoStarts.length
    const eve = await owner(app)
    expect(await refusal(eve.call(videoPacks.run, { params, body: { training } }))).toMatchObject({
      status: 400,
      body: { training: [expect.any(String)] },
    })
    const started = await ada.call(videoPacks.run, { params, body: { training } })
    await expect
      .poll(async () => (await readVideoRun(started.id)).state, { timeout: 50_000 })
      .toBe('succeeded')
    const [first] = engine.videoStarts.slice(from)
    expect(first!.keys).toMatchObject([
      { prompt: 'a person walks, number 1', loras: [{ weight: 1 }] },
    ])
    const { results } = await ada.call(api.inferenceJobs.success, { query: { limit: '1' } })
    expect(results[0]!.parameters).toMatchObject({ training, shot: '{subject} walks, number 10' })
    await expectPaid(app, ada, 20)
    const alone = await ada.call(api.inferenceJobs.create, {
      body: { type: 'VID', prompt: '{subject} waves', training, duration: 2 },
    })
    expect(alone.parameters).toMatchObject({ prompt: 'a person waves', training })
  })

  const readVideoRun = (id: string) => ada.call(videoPacks.readRun, { params: { id } })

  test('a deleted account leaves its published packs, and holds nothing', async () => {
    const pack = await published(app)
    await app.db.kysely
      .updateTable('packs')
      .set({ user_id: ada.id })
      .where('id', '=', pack.id)
      .execute()
    await createPack(ada, packInput({ title: 'Only mine' }))
    engine.script = hang
    const started = await run(ada, pack)
    await until(ada, started, ({ shots }) => shots[0]!.state === 'running')
    await ada.call(api.account.remove, { body: { password: PASSWORD } })
    await sql`update users set closing_at = closing_at - interval '3 minutes' where id = ${ada.id}`.execute(
      app.db.kysely,
    )
    await app.context.privacy.sweep()
    const left = await app.db.kysely
      .selectFrom('credit_accounts')
      .select(['balance', 'held'])
      .where('user_id', '=', ada.id)
      .executeTakeFirst()
    expect(left).toEqual({ balance: 0, held: 0 })
    expect(await app.context.admin.findDifferences(30)).toMatchObject({ findings: [] })
    expect(await app.call(photoPacks.detail, { params: { id: pack.id } })).toMatchObject({
      title: 'Ten foxes',
    })
    const { rows } = await sql`select from packs where user_id = ${ada.id}`.execute(app.db.kysely)
    expect(rows).toEqual([])
  })
})
