import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { planSearch } from './plan-search.ts'

const CROWD = 1000

let app: TestApp
/** More than the index of words may read. */
const OLD = 26_000

/** The oldest of all. */
let needle: string
beforeAll(async () => {
  app = await startTestApp()
  const { kysely } = app.db
  const { image, creator } = await insertPublications(
    kysely,
    (await newPerson(app)).id,
    'crowded needlework',
  )
  needle = image
  await sql`update community_image_lists set published_at = now() - interval '1 year'`.execute(
    kysely,
  )
  await sql`
    with made as (
      insert into community_images (creator_id, state, rating, url, width, height, type, words, published_at)
      select ${creator}, 'published', 1, '/', 64, 64, 'TTI', to_tsvector('simple', 'crowded place ' || n), now()
      from generate_series(1, ${CROWD}) n returning id, creator_id, published_at
    )
    insert into community_image_lists (list, rating, image_id, creator_id, published_at, likes)
    select 'all', 1, id, creator_id, published_at, 0 from made`.execute(kysely)
})
afterAll(() => app.dispose())

const plan = (q: string) => planSearch(app.db.kysely, { levels: [0, 1, 2] }, { kind: 'image', q })

const found = async (q: string) =>
  (await app.call(api.civitImages.list, { query: { q } })).results.map(({ id }) => id)

test('a common word is looked for in what is newest, a rare one in the index', async () => {
  expect(await plan('crowd')).toEqual({ query: 'crowd:*', isCommon: true, unknown: [] })
  expect(await plan('Needle')).toEqual({
    query: 'needle:*',
    isCommon: false,
    unknown: ['needle'],
  })
  expect(await found('crowd')).toHaveLength(40)
  expect(await found('needle')).toEqual([needle])
})

test('beside a rare word a common one is taken as it is written', async () => {
  expect(await plan('crowded needle')).toMatchObject({ query: 'crowded & needle:*' })
  expect(await found('crowded needle')).toEqual([needle])
  expect(await found('needle place')).toEqual([])
})

test('what no reader may see is in neither', async () => {
  await sql`update community_images set rating = 4 where id = ${needle}`.execute(app.db.kysely)
  await sql`update community_image_lists set rating = 4 where image_id = ${needle}`.execute(
    app.db.kysely,
  )
  expect(await found('needle')).toEqual([])
  expect(await plan('!! ?')).toBeNull()
})

test('what is rare among the newest alone is not read from the index in full', async () => {
  const { kysely } = app.db
  expect(await plan('bygone')).toMatchObject({ isCommon: false, unknown: ['bygone'] })
  // Most of it is in no list: what the index would fetch are the items.
  await sql`
    insert into community_images (creator_id, state, rating, url, width, height, type, words, published_at)
    select creator_id, 'published', 1, '/', 64, 64, 'TTI',
      to_tsvector('simple', case when n % 2 = 0 then 'bygone' else 'bygones' end || ' w' || n),
      now() - interval '2 years'
    from generate_series(1, ${OLD}) n, (select creator_id from community_images limit 1) one`.execute(
    kysely,
  )
  await sql`analyze community_images`.execute(kysely)
  expect(await plan('bygone')).toEqual({
    query: 'bygone:*',
    isCommon: true,
    unknown: ['bygone'],
  })
  // A rare word stays rare beside it.
  expect(await plan('bygone needle')).toMatchObject({
    query: 'bygone & needle:*',
    isCommon: false,
  })
})
