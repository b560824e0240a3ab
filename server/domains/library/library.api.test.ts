import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkAction, ImageFilter } from '#contract/prediction-images.ts'
import { MOST_IMAGES_AT_ONCE } from '#contract/values/prediction-images.ts'
import { MOST_COLLECTIONS } from '#contract/collections.ts'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const { predictionImages: images, collections } = api
let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const make = async (person: TestPerson, num_images = 1, prompt = 'a fox') =>
  (await waitForEnd(person, await submit(person, { num_images, prompt }))).images.map(
    ({ id }) => id,
  )

type Query = Omit<ImageFilter, 'type'>
const list = async (person: TestPerson, query: Query = {}) =>
  (await person.call(images.list, { query })).results
const ids = async (person: TestPerson, query: Query = {}) =>
  (await list(person, query)).map(({ id }) => id)

const bulk = async (
  person: TestPerson,
  action: BulkAction,
  chosen: string[],
  collection?: string,
) => (await person.call(images.bulk, { body: { ids: chosen, action, collection } })).results

const statusOf = async (url: string) => (await fetch(new URL(url, app.url))).status
const notFound = { status: 404, code: 'not_found' }
const sorted = (some: string[]) => some.toSorted()

const moveToDay = (id: string, day: string) => moveToTime(id, `${day}T12:00:00Z`)

/** Moves an image to another time; its id begins with it. */
async function moveToTime(id: string, time: string): Promise<string> {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  const moved = `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`
  await app.db.pool.query('update prediction_images set id = $2 where id = $1', [id, moved])
  return moved
}

test('the trash: what is there only its owner sees, and only there; it comes back or goes for good', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const [a, b, c] = (await make(person, 3)) as [string, string, string]
  const before = (await list(person)).find(({ id }) => id === a)
  expect(await bulk(other, 'trash', [a, b])).toEqual([])
  expect(sorted(await bulk(person, 'trash', [a, b, b, 'nonsense']))).toEqual(sorted([a, b]))
  expect(await bulk(person, 'trash', [a])).toEqual([])
  expect(await ids(person)).toEqual([c])
  expect(sorted(await ids(person, { trashed: 'true' }))).toEqual(sorted([a, b]))
  expect(await ids(other, { trashed: 'true' })).toEqual([])

  // Addresses of before show nothing; the one in the trash does, until it is brought back.
  const trashed = (await list(person, { trashed: 'true' })).find(({ id }) => id === a)
  expect(trashed!.deleted_at).not.toBeNull()
  expect(await statusOf(before!.url)).toBe(404)
  expect(await statusOf(trashed!.url)).toBe(200)
  expect(await bulk(other, 'restore', [a])).toEqual([])
  expect(await bulk(person, 'restore', [a])).toEqual([a])
  expect(await statusOf(before!.url)).toBe(200)
  expect(await statusOf(trashed!.url)).toBe(404)
  expect((await list(person)).find(({ id }) => id === a)).toMatchObject({ deleted_at: null })

  expect(sorted(await bulk(person, 'delete', [b, c]))).toEqual(sorted([b, c]))
  expect(await bulk(person, 'delete', [b, c])).toEqual([])
  expect(await bulk(person, 'restore', [b, c])).toEqual([])
  expect(await ids(person, { trashed: 'true' })).toEqual([])
  await expect(person.call(images.restore, { params: { id: b }, body: {} })).rejects.toMatchObject(
    notFound,
  )
  await app.context.library.sweep()
  const { rows } = await app.db.pool.query(
    'select count(*)::int as gone from prediction_images where id = any($1) and files_removed_at is not null',
    [[b, c]],
  )
  expect(rows[0].gone).toBe(2)
})

test('bulk actions race without taking each other’s word', async () => {
  const person = await newPerson(app)
  const made = await make(person, 4)
  const answers = await Promise.all([
    bulk(person, 'trash', made),
    bulk(person, 'trash', made),
    bulk(person, 'favorite', made),
    bulk(person, 'favorite', made),
  ])
  expect(answers[0].length + answers[1].length).toBe(4)
  expect(answers[2].length + answers[3].length).toBe(4)
  const many = Array.from({ length: MOST_IMAGES_AT_ONCE + 1 }, () => made[0]!)
  await expect(bulk(person, 'trash', many)).rejects.toMatchObject({ status: 400 })
  await expect(bulk(person, 'trash', [])).rejects.toMatchObject({ status: 400 })
  await expect(bulk(person, 'burn' as BulkAction, made)).rejects.toMatchObject({ status: 400 })
})

test('days, and filters by day, model and rating', async () => {
  const person = await newPerson(app)
  const [a, b, c] = await make(person, 3)
  const old = await moveToDay(a!, '2026-01-31')
  const older = await moveToDay(b!, '2026-01-30')
  const { results } = await person.call(images.days, { query: {} })
  const today = results[0]!.day
  expect(results).toEqual([
    { day: today, count: 1 },
    { day: '2026-01-31', count: 1 },
    { day: '2026-01-30', count: 1 },
  ])
  expect(await ids(person, { from: '2026-01-31' })).toEqual([c, old])
  expect(await ids(person, { to: '2026-01-31' })).toEqual([old, older])
  expect(await ids(person, { from: '2026-01-31', to: '2026-01-31' })).toEqual([old])
  expect(await ids(person, { from: '2026-02-01', to: '2026-01-01' })).toEqual([])
  await expect(ids(person, { from: 'soon' })).rejects.toMatchObject({ status: 400 })
  const [{ model, rating }] = (await list(person)) as [Awaited<ReturnType<typeof list>>[0]]
  expect(await ids(person, { model: model!, rating })).toHaveLength(3)
  expect(await ids(person, { model: 'another' })).toEqual([])
  expect(await ids(person, { rating: 'X' })).toEqual([])
  const few = await person.call(images.days, { query: { to: '2026-01-30' } })
  expect(few.results).toEqual([{ day: '2026-01-30', count: 1 }])
})

test("days begin in the person's time zone, also where clocks change", async () => {
  const person = await newPerson(app)
  const [a, b, c] = await make(person, 3)
  const late = await moveToTime(a!, '2026-03-08T07:30:00Z')
  const summer = await moveToTime(b!, '2026-03-09T03:30:00Z')
  const next = await moveToTime(c!, '2026-03-09T04:30:00Z')
  const daysOf = async () => (await person.call(images.days, { query: {} })).results
  const tell = (zone: string) => person.call(api.account.setTimeZone, { body: { time_zone: zone } })
  expect(await daysOf()).toEqual([
    { day: '2026-03-09', count: 2 },
    { day: '2026-03-08', count: 1 },
  ])
  await tell('America/New_York')
  expect(await daysOf()).toEqual([
    { day: '2026-03-09', count: 1 },
    { day: '2026-03-08', count: 2 },
  ])
  expect(await ids(person, { from: '2026-03-08', to: '2026-03-08' })).toEqual([summer, late])
  expect(await ids(person, { from: '2026-03-09' })).toEqual([next])
  await tell('Pacific/Kiritimati')
  expect(await ids(person, { to: '2026-03-08' })).toEqual([late])
  await tell('Etc/GMT+12')
  expect(await ids(person, { to: '2026-03-07' })).toEqual([late])
  for (const unknown of ['Mars/Olympus', '+02:00', 'FOO5', '']) {
    await expect(tell(unknown)).rejects.toMatchObject({ status: 400 })
  }
  expect((await person.call(api.users.me, {})).time_zone).toBe('Etc/GMT+12')
  expect((await person.call(api.account.export, {})).profile.time_zone).toBe('Etc/GMT+12')
})

test('the links to further pages keep every filter', async () => {
  const person = await newPerson(app)
  await make(person, 3, 'an owl')
  await make(person, 1, 'a fox')
  const first = await person.call(images.list, {
    query: { type: 'TTI,RB', search: 'owl', from: '2026-01-01', limit: '2' },
  })
  const response = await fetch(new URL(first.next!, app.url), {
    headers: { authorization: `Token ${person.token}` },
  })
  const second = images.list.response.parse(await response.json())
  expect(second.results.map(({ prompt }) => prompt)).toEqual(['an owl'])
  expect(second.next).toBeNull()
})

test('collections: an image may be in several; removing one leaves its images', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const [a, b] = (await make(person, 2)) as [string, string]
  const create = (name: string) => person.call(collections.create, { body: { name } })
  const foxes = await create('Foxes')
  const best = await create(' Best ')
  await expect(create('foxes')).rejects.toMatchObject({
    status: 400,
    body: { name: expect.anything() },
  })
  await expect(create('  ')).rejects.toMatchObject({ status: 400 })
  await expect(create('a\0b')).rejects.toMatchObject({ status: 400 })

  expect(sorted(await bulk(person, 'collect', [a, b], foxes.id))).toEqual(sorted([a, b]))
  expect(await bulk(person, 'collect', [a, b], foxes.id)).toEqual([])
  expect(await bulk(person, 'collect', [a], best.id)).toEqual([a])
  for (const collection of [undefined, 'nonsense', a]) {
    await expect(bulk(person, 'collect', [a], collection)).rejects.toMatchObject({
      status: 400,
      body: { collection: expect.anything() },
    })
  }
  const [foreign] = await make(other)
  expect(await bulk(person, 'collect', [foreign!], foxes.id)).toEqual([])
  await expect(bulk(other, 'collect', [foreign!], foxes.id)).rejects.toMatchObject({ status: 400 })
  await expect(bulk(other, 'uncollect', [a], foxes.id)).rejects.toMatchObject({ status: 400 })
  expect(await ids(other, { collection: foxes.id })).toEqual([])

  const shown = (await person.call(collections.list, {})).results
  expect(shown).toMatchObject([
    { name: 'Best', count: 1 },
    { name: 'Foxes', count: 2 },
  ])
  expect(await statusOf(shown[0]!.cover_url!)).toBe(200)
  await bulk(person, 'trash', [a])
  expect((await person.call(collections.list, {})).results).toMatchObject([
    { name: 'Best', count: 0, cover_url: null },
    { name: 'Foxes', count: 1 },
  ])
  await bulk(person, 'restore', [a])
  expect(sorted(await ids(person, { collection: foxes.id }))).toEqual(sorted([a, b]))
  expect(await bulk(person, 'uncollect', [b, b], foxes.id)).toEqual([b])
  expect(await ids(person, { collection: foxes.id })).toEqual([a])

  const params = { id: foxes.id }
  const renamed = await person.call(collections.rename, { params, body: { name: 'Red foxes' } })
  expect(renamed).toMatchObject({ id: foxes.id, name: 'Red foxes', count: 1 })
  await expect(
    person.call(collections.rename, { params, body: { name: 'BEST' } }),
  ).rejects.toMatchObject({ status: 400, body: { name: expect.anything() } })
  await expect(
    other.call(collections.rename, { params, body: { name: 'Mine' } }),
  ).rejects.toMatchObject(notFound)
  await expect(other.call(collections.remove, { params })).rejects.toMatchObject(notFound)
  await person.call(collections.remove, { params })
  await expect(person.call(collections.remove, { params })).rejects.toMatchObject(notFound)
  expect(await ids(person)).toHaveLength(2)
  expect(await ids(person, { collection: foxes.id })).toEqual([])
})

test('there is a most of collections', async () => {
  const person = await newPerson(app)
  await app.db.pool.query(
    `insert into collections (user_id, name) select $1, 'c' || n from generate_series(1, $2::int) n`,
    [person.id, MOST_COLLECTIONS],
  )
  const create = person.call(collections.create, { body: { name: 'One more' } })
  await expect(create).rejects.toMatchObject({ status: 409, code: 'conflict' })
})

test('a zip holds the chosen images in their order, nobody else’s, none that is in the trash', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const [a, b, c] = (await make(person, 3)) as [string, string, string]
  const [foreign] = await make(other)
  await bulk(person, 'trash', [c])
  const ask = (chosen: string[]) =>
    fetch(new URL(images.zip.path, app.url), {
      method: 'POST',
      headers: { authorization: `Token ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: chosen }),
    })
  const response = await ask([b, foreign!, a, c])
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/zip')
  const zip = Buffer.from(await response.arrayBuffer())
  const names = [...zip.toString('latin1').matchAll(/\d{4}-\d\d-\d\d-[\da-f]{12}\.png/g)].map(
    String,
  )
  // Each twice: before its file and in the directory.
  expect(names.map((name) => name.slice(11, 23))).toEqual([b, a, b, a].map((id) => id.slice(-12)))
  expect((await ask([foreign!, c])).status).toBe(404)
  await app.db.pool.query('update prediction_images set bytes = 2000000001 where id = any($1)', [
    [a, b],
  ])
  expect((await ask([a, b])).status).toBe(400)
})

test('a link shows an image to everybody who has it, until it is revoked or the image is deleted', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const [id, second] = (await make(person, 2)) as [string, string]
  const params = { id }
  const read = (url: string) => app.call(images.shared, { params: { id: url.slice('/s/'.length) } })
  expect(await person.call(images.readShare, { params })).toEqual({ share: null })
  await expect(other.call(images.share, { params, body: {} })).rejects.toMatchObject(notFound)

  const link = await person.call(images.share, { params, body: {} })
  expect(link.url).toMatch(/^\/s\/[\w-]{22}$/)
  const shown = await read(link.url)
  expect(shown).toMatchObject({ prompt: null, width: 64, height: 64 })
  expect(JSON.stringify(shown)).not.toContain(`"${id}"`)
  expect(await statusOf(shown.url)).toBe(200)
  const again = await person.call(images.share, { params, body: { show_prompt: true } })
  expect(again).toEqual({ url: link.url, show_prompt: true })
  expect(await person.call(images.readShare, { params })).toEqual({ share: again })
  expect(await read(link.url)).toMatchObject({ prompt: 'a fox' })
  await expect(read('/s/AAAAAAAAAAAAAAAAAAAAAA')).rejects.toMatchObject(notFound)

  await bulk(person, 'trash', [id])
  await expect(read(link.url)).rejects.toMatchObject(notFound)
  expect(await statusOf(shown.url)).toBe(404)
  await bulk(person, 'restore', [id])
  expect(await statusOf((await read(link.url)).url)).toBe(200)

  await expect(other.call(images.unshare, { params })).rejects.toMatchObject(notFound)
  await person.call(images.unshare, { params })
  await person.call(images.unshare, { params })
  await expect(read(link.url)).rejects.toMatchObject(notFound)
  expect(await statusOf(shown.url)).toBe(404)
  // The owner's own address is not touched by it, and a new link is another one.
  const own = (await list(person)).find((image) => image.id === id)!
  expect(await statusOf(own.url)).toBe(200)
  expect((await person.call(images.share, { params, body: {} })).url).not.toBe(link.url)
  const pair = await Promise.all(
    [1, 2].map(() => person.call(images.share, { params: { id: second }, body: {} })),
  )
  expect(pair[0]!.url).toBe(pair[1]!.url)
  const { rows } = await app.db.pool.query('select * from image_shares')
  expect(JSON.stringify(rows)).not.toContain(pair[0]!.url.slice('/s/'.length))
})
