import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { favorites, collections, blocks, account } = api

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
})

const published = async () => insertPublications(app.db.kysely, (await newPerson(app)).id)
const keep = (person: TestPerson, image: string, collection: string | null = null) =>
  person.call(favorites.keep, { params: { id: image }, body: { collection } })
const kept = async (query: { collection?: string; cursor?: string; limit?: string } = {}) =>
  (await ada.call(favorites.list, { query })).results.map(({ id }) => id)
const newCollection = async (person: TestPerson, name = 'Foxes') =>
  (await person.call(collections.create, { body: { name } })).id

test('an image of somebody else is kept once, in one collection, and moves', async () => {
  const { image } = await published()
  const params = { id: image }
  expect(await ada.call(favorites.read, { params })).toEqual({ favorite: null })
  await Promise.all([keep(ada, image), keep(ada, image)])
  expect(await kept()).toEqual([image])
  const foxes = await newCollection(ada)
  expect(await keep(ada, image, foxes)).toEqual({ favorite: { collection: foxes } })
  expect(await ada.call(favorites.read, { params })).toEqual({ favorite: { collection: foxes } })
  expect(await kept({ collection: foxes })).toEqual([image])
  expect(await kept({ collection: await newCollection(ada, 'Empty') })).toEqual([])
  expect(await kept({ collection: 'none' })).toEqual([])

  await ada.call(collections.remove, { params: { id: foxes } })
  expect(await ada.call(favorites.read, { params })).toEqual({ favorite: { collection: null } })
  const remove = () => ada.call(favorites.remove, { params })
  await remove()
  await remove()
  expect(await kept()).toEqual([])
})

test('only in an own collection, and for oneself alone', async () => {
  const { image } = await published()
  const bob = await newPerson(app)
  const theirs = await newCollection(bob)
  for (const collection of [theirs, 'none'])
    await expect(keep(ada, image, collection)).rejects.toMatchObject({ code: 'invalid' })
  await keep(bob, image, theirs)
  expect(await kept()).toEqual([])
  expect(await kept({ collection: theirs })).toEqual([])
  await ada.call(favorites.remove, { params: { id: image } })
  expect((await bob.call(favorites.list, { query: {} })).results).toHaveLength(1)
})

test('pages go on where they were, also within a collection', async () => {
  const foxes = await newCollection(ada)
  const images: string[] = []
  for (let count = 0; count < 3; count++) {
    const { image } = await published()
    await keep(ada, image, foxes)
    images.unshift(image)
  }
  const first = await ada.call(favorites.list, { query: { collection: foxes, limit: '2' } })
  expect(first.results.map(({ id }) => id)).toEqual(images.slice(0, 2))
  const next = new URLSearchParams(first.next!.split('?')[1])
  expect(next.get('collection')).toBe(foxes)
  expect(await kept({ collection: foxes, limit: '2', cursor: next.get('cursor')! })).toEqual(
    images.slice(2),
  )
})

test('what is withdrawn, or of whom one blocked, is shown no longer; it is in the copy of one’s data', async () => {
  const [first, second] = [await published(), await published()]
  await keep(ada, first.image)
  await keep(ada, second.image)
  const { community } = await ada.call(account.export, {})
  expect(community.favorites.map(({ image }) => image)).toEqual([first.image, second.image])
  await app.db.kysely
    .updateTable('community_images')
    .set({ state: 'withdrawn' })
    .where('id', '=', first.image)
    .execute()
  expect(await kept()).toEqual([second.image])
  await ada.call(blocks.add, { body: { creator: second.creator } })
  expect(await kept()).toEqual([])
  await expect(keep(ada, second.image)).rejects.toMatchObject({ status: 404 })
  // What is no longer seen can still be let go.
  await ada.call(favorites.remove, { params: { id: second.image } })
})
