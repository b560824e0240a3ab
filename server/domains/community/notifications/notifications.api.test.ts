import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const bell = async (person: TestPerson) => {
  const { unread, results } = await person.call(api.notifications.list, { query: {} })
  return { unread, results, kinds: results.map(({ kind, count }) => `${kind} ${count}`) }
}
const like = (person: TestPerson, id: string) =>
  person.call(api.communityPeople.like, { params: { id }, body: {} })
const readAll = (person: TestPerson) =>
  person.call(api.notifications.read, { body: { until: new Date().toISOString() } })

test('likes are one until they are read; comments, replies and followers are told', async () => {
  const [ada, bob, eve] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const { image, creator } = await insertPublications(app.db.kysely, ada.id)
  await app.context.community.foldLikes()
  expect(await bell(ada)).toMatchObject({ unread: 0, results: [] })
  for (const person of [ada, bob, eve]) await like(person, image)
  await app.context.community.foldLikes()
  expect((await bell(ada)).kinds).toEqual(['like 2'])
  const params = { id: image }
  const { id: parent } = await bob.call(api.communityPeople.comment, {
    params,
    body: { text: 'How lovely' },
  })
  await eve.call(api.communityPeople.comment, { params, body: { text: 'It is', parent } })
  await bob.call(api.follows.add, { body: { creator } })
  await bob.call(api.follows.remove, { params: { id: creator } })
  await bob.call(api.follows.add, { body: { creator } })
  const now = await bell(ada)
  expect(now.kinds).toEqual(['follow 1', 'comment 1', 'comment 1', 'like 2'])
  expect(now.unread).toBe(4)
  expect(now.results[2]).toMatchObject({
    text: 'How lovely',
    url: `/inspire/images/detail/${image}#comments`,
    actor: { name: expect.any(String) },
  })
  expect((await bell(bob)).kinds).toEqual(['comment 1'])

  expect(await readAll(ada)).toEqual({ unread: 0 })
  expect((await bell(ada)).results.every(({ read }) => read)).toBe(true)
  await like(await newPerson(app), image)
  await app.context.community.foldLikes()
  expect((await bell(ada)).kinds[0]).toBe('like 1')
})

test('nothing is told of whom one blocked, and nothing about what one may not see', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const { image } = await insertPublications(app.db.kysely, ada.id)
  await bob.call(api.communityPeople.comment, { params: { id: image }, body: { text: 'Hello' } })
  await like(bob, image)
  await app.context.community.foldLikes()
  expect((await bell(ada)).kinds).toEqual(['like 1', 'comment 1'])
  const { id: creator } = await bob.call(api.communityPeople.profile, {})
  await ada.call(api.blocks.add, { body: { creator: creator! } })
  expect((await bell(ada)).kinds).toEqual([])
  await ada.call(api.blocks.remove, { params: { id: creator! } })
  await app.db.kysely
    .updateTable('community_images')
    .set({ rating: 4 })
    .where('id', '=', image)
    .execute()
  expect(await bell(ada)).toMatchObject({ unread: 0, results: [] })
  await expect(app.call(api.notifications.list, { query: {} })).rejects.toMatchObject({
    status: 401,
  })
})
