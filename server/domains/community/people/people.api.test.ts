import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { civitImages, communityPeople, follows, blocks } = api

let app: TestApp
let ada: TestPerson
let owner: TestPerson
let image: string
let creator: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  owner = await newPerson(app)
  ;({ image, creator } = await insertPublications(app.db.kysely, owner.id))
})

const like = (person: TestPerson) =>
  person.call(communityPeople.like, { params: { id: image }, body: {} })
const detail = (person: TestPerson) => person.call(civitImages.detail, { params: { id: image } })
const say = (person: TestPerson, text: string, parent: string | null = null) =>
  person.call(communityPeople.comment, { params: { id: image }, body: { text, parent } })
const comments = async (person: TestPerson) =>
  (await person.call(communityPeople.comments, { params: { id: image }, query: {} })).results

describe('likes', () => {
  test('count once however often, and are taken back once', async () => {
    const before = (await detail(ada)).reactions.count
    await Promise.all([like(ada), like(ada), like(ada)])
    expect((await detail(ada)).reactions).toEqual({ like: true, count: before + 1 })
    expect((await detail(owner)).reactions.count).toBe(before + 1)
    const unlike = () => ada.call(communityPeople.unlike, { params: { id: image } })
    await Promise.all([unlike(), unlike()])
    expect((await detail(ada)).reactions).toEqual({ like: false, count: before })
  })

  test('of many at once none is lost, and nothing is counted twice', async () => {
    const before = (await detail(ada)).reactions.count
    const crowd = await Promise.all(Array.from({ length: 6 }, () => newPerson(app)))
    const fold = () => app.context.community.foldLikes()
    await Promise.all([...crowd.map(like), fold(), fold(), fold()])
    await Promise.all([fold(), fold()])
    expect((await detail(ada)).reactions.count).toBe(before + crowd.length)
    const stored = await app.db.kysely
      .selectFrom('community_image_lists')
      .select('likes')
      .where('image_id', '=', image)
      .where('list', '=', 'all')
      .executeTakeFirstOrThrow()
    expect(stored.likes).toBe(before + crowd.length)
  })
})

describe('comments', () => {
  test('have answers, and answers have none', async () => {
    const first = await say(ada, 'Fine colors')
    const answer = await say(owner, 'Thanks', first.id)
    const [newest] = await comments(ada)
    expect(newest).toMatchObject({ id: first.id, is_own: true, replies: [{ text: 'Thanks' }] })
    await expect(say(ada, 'And more', answer.id)).rejects.toMatchObject({ status: 400 })
    for (const nothing of [' ', '\u200b', '\u202e \u2066'])
      await expect(say(ada, nothing)).rejects.toMatchObject({ status: 400 })
    await expect(say(ada, 'a'.repeat(2001))).rejects.toMatchObject({ status: 400 })
  })

  test('change for a quarter of an hour, by their author alone, and go with their words', async () => {
    const { id } = await say(ada, 'Fine')
    const change = (person: TestPerson) =>
      person.call(communityPeople.changeComment, { params: { id }, body: { text: 'Finer' } })
    await expect(change(owner)).rejects.toMatchObject({ status: 404 })
    expect(await change(ada)).toMatchObject({ text: 'Finer', changed_at: expect.any(String) })
    await app.db.kysely
      .updateTable('community_comments')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .where('id', '=', id)
      .execute()
    await expect(change(ada)).rejects.toMatchObject({ status: 409 })
    await ada.call(communityPeople.removeComment, { params: { id } })
    expect((await comments(owner)).map((comment) => comment.id)).not.toContain(id)
  })

  test('of which one has very many answers take nothing from the others', async () => {
    const [first, second] = [await say(ada, 'First'), await say(ada, 'Second')]
    const creators = await app.db.kysely
      .selectFrom('community_creators')
      .select('id')
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const reply = { image_id: image, creator_id: creators.id, text: 'More', changed_at: null }
    await app.db.kysely
      .insertInto('community_comments')
      .values(Array.from({ length: 450 }, () => ({ ...reply, parent_id: first.id })))
      .execute()
    await say(owner, 'Thanks', second.id)
    const shown = new Map((await comments(owner)).map((comment) => [comment.id, comment.replies]))
    expect([shown.get(first.id)?.length, shown.get(second.id)?.length]).toEqual([100, 1])
  })

  test('are not for unconfirmed accounts', async () => {
    const fresh = await newPerson(app, { verified: false })
    await expect(say(fresh, 'Hello')).rejects.toMatchObject({ code: 'email_not_verified' })
  })
})

describe('following and blocking', () => {
  test('a creator is followed once and no longer', async () => {
    const list = async () => (await ada.call(follows.list, {})).results.map(({ id }) => id)
    await ada.call(follows.add, { body: { creator } })
    await ada.call(follows.add, { body: { creator } })
    expect(await list()).toEqual([creator])
    await ada.call(follows.remove, { params: { id: creator } })
    expect(await list()).toEqual([])
    await expect(owner.call(follows.add, { body: { creator } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('who blocks and who is blocked see nothing of each other, on any path', async () => {
    await ada.call(follows.add, { body: { creator } })
    const { id: adas } = await ada.call(communityPeople.changeProfile, { body: { name: 'Ada' } })
    await ada.call(blocks.add, { body: { creator } })
    expect((await ada.call(follows.list, {})).results).toEqual([])
    await expect(detail(ada)).rejects.toMatchObject({ status: 404 })
    await expect(like(ada)).rejects.toMatchObject({ status: 404 })
    await expect(say(ada, 'Hello')).rejects.toMatchObject({ status: 404 })
    const feed = await ada.call(civitImages.list, { query: { tag: 'secret-tag' } })
    expect(feed.results.map(({ id }) => id)).not.toContain(image)
    const found = await ada.call(communityPeople.search, { query: { q: 'zyxwv' } })
    expect(found.images.map(({ id }) => id)).not.toContain(image)
    expect(found.people.map(({ id }) => id)).not.toContain(creator)
    await expect(owner.call(api.creators.detail, { params: { id: adas! } })).rejects.toMatchObject({
      status: 404,
    })
    const eve = await newPerson(app)
    const { image: remix } = await insertPublications(app.db.kysely, eve.id)
    await app.db.kysely
      .updateTable('community_images')
      .set({ remix_of: image })
      .where('id', '=', remix)
      .execute()
    const originFor = async (person: TestPerson) =>
      (await person.call(civitImages.detail, { params: { id: remix } })).remix_of
    expect([await originFor(ada), await originFor(eve)]).toEqual([null, image])
    await ada.call(blocks.remove, { params: { id: creator } })
    expect((await detail(ada)).id).toBe(image)
  })
})

describe('a profile', () => {
  test('has an id that is not the account’s, and a picture out of what is published', async () => {
    const mine = await owner.call(communityPeople.profile, {})
    expect(mine).toMatchObject({ id: creator, name: 'zyxwv' })
    expect(mine.id).not.toBe(owner.id)
    const change = { name: 'Eve', about: 'Paints', picture: image }
    const changed = await owner.call(communityPeople.changeProfile, { body: change })
    expect(changed).toMatchObject({ name: 'Eve', picture: expect.stringMatching(/^\//) })
    await expect(
      ada.call(communityPeople.changeProfile, { body: { picture: image } }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await ada.call(api.creators.detail, { params: { id: creator } })).toMatchObject({
      name: 'Eve',
      about: 'Paints',
      is_own: false,
    })
  })

  test('is nobody’s while its account is banned', async () => {
    const ban = (at: Date | null) =>
      app.db.kysely.updateTable('users').set({ banned_at: at }).where('id', '=', owner.id).execute()
    const read = () => ada.call(api.creators.detail, { params: { id: creator } })
    await ban(new Date())
    await expect(read()).rejects.toMatchObject({ status: 404 })
    await expect(ada.call(follows.add, { body: { creator } })).rejects.toMatchObject({
      status: 404,
    })
    await ban(null)
    expect((await read()).id).toBe(creator)
  })
})

test('a search finds images, people and tags; a remix gives the request', async () => {
  await app.context.community.start()
  const found = await ada.call(communityPeople.search, { query: { q: 'cat' } })
  expect(found.images.length).toBeGreaterThan(2)
  expect(found.tags).toContain('cat')
  const misspelt = await ada.call(communityPeople.search, { query: { q: 'cofee' } })
  expect(misspelt.images[0]!.tags).toContain('coffee')
  const tags = await ada.call(communityPeople.search, { query: { q: 'cat', kind: 'tags' } })
  expect(tags).toMatchObject({ images: [], models: [], people: [] })
  const remixed = await ada.call(communityPeople.remix, { params: { id: image }, body: {} })
  expect(remixed).toEqual({ request: { prompt: 'zyxwv' }, remix_of: image })
  await app.db.kysely
    .updateTable('community_images')
    .set({ parameters: null })
    .where('id', '=', image)
    .execute()
  await expect(
    ada.call(communityPeople.remix, { params: { id: image }, body: {} }),
  ).rejects.toMatchObject({ code: 'conflict' })
})
