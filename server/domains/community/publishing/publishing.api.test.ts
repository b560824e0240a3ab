import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { PUBLICATIONS_PER_DAY } from '#contract/publications.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let staff: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  staff = await newPerson(app)
  await app.db.kysely
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', staff.id)
    .execute()
})
afterAll(() => app.dispose())

const { civitImages, predictionImages, publications } = api

const draw = async (person: TestPerson, prompt = 'a fox'): Promise<string> =>
  (await waitForEnd(person, await submit(person, { prompt }))).images[0]!.id

const change = (person: TestPerson, id: string, body: object) =>
  person.call(predictionImages.update, { params: { id }, body })

const stateOf = async (person: TestPerson, id: string) =>
  (await person.call(publications.read, { params: { id } })).publication

const decide = (id: string, action: 'publish' | 'hide', by = staff) =>
  by.call(publications.decide, { params: { id }, body: { action } })

/** Without the examples. */
const feed = async (query: object = {}) =>
  (await app.call(civitImages.list, { query: { limit: '100', ...query } })).results.filter(
    ({ creator }) => creator.name !== 'Atelier',
  )

const eventsOf = async (id: string) =>
  (
    await app.db.kysely
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id: actor }) => [action.slice('publication_'.length), actor])

test('an image waits for the staff, is found by everybody, and is gone at once when taken back', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada, 'a fox with a lantern')
  expect(await stateOf(ada, image)).toBeNull()
  await change(ada, image, { is_public: true })
  const { id, state } = (await stateOf(ada, image))!
  expect([state, await feed()]).toEqual(['scanning', []])
  await app.context.community.followPublications()
  expect(await feed()).toEqual([])
  const { results: waiting } = await staff.call(publications.waiting, { query: {} })
  expect(waiting).toMatchObject([{ id, prompt: null, flagged: false }])
  await expect(decide(id, 'publish', ada)).rejects.toMatchObject({ status: 404 })

  expect(await decide(id, 'publish')).toMatchObject({ state: 'published' })
  await expect(decide(id, 'hide')).rejects.toMatchObject({ status: 409 })
  const [shown] = await feed()
  expect(shown).toMatchObject({ id, prompt: null, parameters: null })
  expect((await fetch(new URL(shown!.url, app.url))).status).toBe(200)
  expect(JSON.stringify(shown)).not.toContain('lantern')

  // With its words it is looked at again.
  await change(ada, image, { is_public: true, show_prompt: true })
  expect(await feed()).toEqual([])
  await decide(id, 'publish')
  expect(await feed({ q: 'lantern' })).toMatchObject([
    { prompt: 'a fox with a lantern', parameters: { prompt: 'a fox with a lantern' } },
  ])

  await change(ada, image, { is_public: false })
  expect([await feed(), await feed({ q: 'lantern' })]).toEqual([[], []])
  await expect(app.call(civitImages.detail, { params: { id } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await fetch(new URL(shown!.url, app.url))).status).toBe(404)
  expect(await eventsOf(id)).toEqual([
    ['scanning', ada.id],
    ['published', staff.id],
    ['withdrawn', ada.id],
    ['scanning', ada.id],
    ['published', staff.id],
    ['withdrawn', ada.id],
  ])
})

test('what is in the trash, or no longer public for another reason, nobody sees', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada)
  await change(ada, image, { is_public: true })
  const { id } = (await stateOf(ada, image))!
  await decide(id, 'publish')
  await ada.call(predictionImages.remove, { params: { id: image } })
  expect(await feed()).toEqual([])
  await ada.call(predictionImages.restore, { params: { id: image }, body: {} })
  expect(await feed()).toMatchObject([{ id }])
  await app.db.kysely
    .updateTable('prediction_images')
    .set({ is_public: false, publication_id: null })
    .where('id', '=', image)
    .execute()
  expect(await feed()).toEqual([])
  await app.context.community.followPublications()
  expect((await eventsOf(id)).at(-1)).toEqual(['withdrawn', null])
})

test('hidden stays hidden, and a stricter rating takes it out of what everybody sees', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada)
  await change(ada, image, { is_public: true })
  const { id } = (await stateOf(ada, image))!
  await decide(id, 'hide')
  await change(ada, image, { is_public: false })
  await change(ada, image, { is_public: true })
  expect(await staff.call(publications.waiting, { query: {} })).toMatchObject({
    results: [{ id, flagged: true }],
  })
  await decide(id, 'publish')
  expect(await feed()).toMatchObject([{ id }])
  const { changeProfile, profile } = api.communityPeople
  const withPicture = await ada.call(changeProfile, { body: { picture: id } })
  expect(withPicture.picture).not.toBeNull()
  const { url } = await app.call(civitImages.detail, { params: { id } })
  const bob = await newPerson(app)
  /** Responses to a stranger who knows its address or its id. */
  const foundByBob = async () => [
    (await fetch(new URL(url, app.url))).status,
    await bob.call(predictionImages.detail, { params: { id: image } }).then(
      () => 200,
      (error: { status: number }) => error.status,
    ),
  ]
  expect(await foundByBob()).toEqual([200, 200])
  await change(ada, image, { rating: 'Mature' })
  expect(await feed()).toEqual([])
  expect(await foundByBob()).toEqual([404, 404])
  expect((await ada.call(profile, {})).picture).toBeNull()
  await expect(change(await newPerson(app), image, { is_public: true })).rejects.toMatchObject({
    status: 404,
  })
})

test('somebody real is published only as oneself, and up to PG-13', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada)
  const { job_id: job } = await app.db.kysely
    .updateTable('prediction_images')
    .set({ rating: 'PG' })
    .where('id', '=', image)
    .returning('job_id')
    .executeTakeFirstOrThrow()
  await app.db.kysely
    .updateTable('inference_jobs')
    .set({ shows_person: true })
    .where('id', '=', job)
    .execute()
  await expect(change(ada, image, { is_public: true })).rejects.toMatchObject({
    status: 400,
    body: { own_face: [expect.any(String)] },
  })
  expect((await ada.call(predictionImages.detail, { params: { id: image } })).is_public).toBe(false)
  await expect(
    change(ada, image, { is_public: true, own_face: true, rating: 'Soft' }),
  ).rejects.toMatchObject({ status: 400, body: { is_public: [expect.any(String)] } })
  await change(ada, image, { is_public: true, own_face: true })
  const { id } = (await stateOf(ada, image))!
  const { results } = await staff.call(publications.waiting, { query: {} })
  expect(results.find((one) => one.id === id)).toMatchObject({ flagged: true })
})

test('images a day are limited, and one that is public already is none', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada)
  for (let count = 0; count < PUBLICATIONS_PER_DAY; count += 1) {
    await change(ada, image, { is_public: true })
    await change(ada, image, { is_public: true })
    if (count + 1 < PUBLICATIONS_PER_DAY) await change(ada, image, { is_public: false })
  }
  await change(ada, image, { is_public: false })
  await expect(change(ada, image, { is_public: true })).rejects.toMatchObject({ status: 429 })
  expect((await stateOf(ada, image))!.state).toBe('withdrawn')
})

test('a remix names its origin, unless it became something else', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const image = await draw(ada, 'a fox with a lantern')
  await change(ada, image, { is_public: true, show_prompt: true })
  const { id: origin } = (await stateOf(ada, image))!
  await decide(origin, 'publish')
  const { request, remix_of: named } = await bob.call(api.communityPeople.remix, {
    params: { id: origin },
    body: {},
  })
  expect(named).toBe(origin)
  const publishAs = async (prompt: string) => {
    const job = await waitForEnd(bob, await submit(bob, { prompt, remix_of: named }))
    expect(job.parameters).toMatchObject({ remix_of: origin })
    await change(bob, job.images[0]!.id, { is_public: true })
    const { id } = (await stateOf(bob, job.images[0]!.id))!
    await decide(id, 'publish')
    const shown = await app.call(civitImages.detail, { params: { id } })
    await change(bob, job.images[0]!.id, { is_public: false })
    return shown.remix_of
  }
  expect(await publishAs(`${String(request['prompt'])} in the snow`)).toBe(origin)
  expect(await publishAs('two submarines')).toBeNull()
  await change(ada, image, { is_public: false })
})

test('what is not there is not decided', async () => {
  await expect(decide(randomUUID(), 'publish')).rejects.toMatchObject({ status: 404 })
  await expect(decide('nonsense', 'publish')).rejects.toMatchObject({ status: 404 })
})

test('what a banned person has waiting is not published', async () => {
  const ada = await newPerson(app)
  const image = await draw(ada)
  await change(ada, image, { is_public: true })
  const { id } = (await stateOf(ada, image))!
  const ban = (at: Date | null) =>
    app.db.kysely.updateTable('users').set({ banned_at: at }).where('id', '=', ada.id).execute()
  await ban(new Date())
  await expect(decide(id, 'publish')).rejects.toMatchObject({ status: 409 })
  expect(await feed()).toEqual([])
  await ban(null)
  expect(await decide(id, 'publish')).toMatchObject({ state: 'published' })
  await change(ada, image, { is_public: false })
})

test('a publication does not wait for a decision about its creator: that may wait for the image', async () => {
  const ada = await newPerson(app)
  const [first, second] = [await draw(ada), await draw(ada, 'an owl')]
  await change(ada, first, { is_public: true })
  const client = await app.db.pool.connect()
  try {
    await client.query('begin')
    const lock = 'select from community_creators where user_id = $1 for no key update'
    expect((await client.query(lock, [ada.id])).rows).toHaveLength(1)
    await change(ada, second, { is_public: true })
    expect((await stateOf(ada, second))?.state).toBe('scanning')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
