import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_SORTS, MODEL_SORTS } from '#contract/community.ts'
import { api } from '#contract/index.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { listStatement, type ListRequest } from './feed/read-list.ts'

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  await app.context.community.start()
  ada = await newPerson(app)
})
afterAll(() => app.dispose())

const { civitImages, civitModelVersions } = api
const images = async (query: object) => app.call(civitImages.list, { query })

/** Every page of a feed. */
async function allPages(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await images({ ...query, limit: '7', ...(cursor && { cursor }) })
    ids.push(...page.results.map(({ id }) => id))
    cursor = new URLSearchParams(page.next?.split('?')[1]).get('cursor') ?? undefined
  } while (cursor)
  return ids
}

const setRating = async (id: string, rating: number) => {
  await app.db.kysely
    .updateTable('community_image_lists')
    .set({ rating })
    .where('image_id', '=', id)
    .execute()
  await app.db.kysely.updateTable('community_images').set({ rating }).where('id', '=', id).execute()
}

describe('what there is to explore at first', () => {
  test('sixty images, half of them of photographs, and the models; once', async () => {
    await app.context.community.start()
    const { rows } = await sql<{ all: number; photos: number }>`
      select count(*)::integer as "all", count(credit)::integer as photos
      from community_images where state = 'published'`.execute(app.db.kysely)
    expect(rows[0]!.all).toBeGreaterThanOrEqual(60)
    expect(rows[0]!.photos * 2).toBeGreaterThanOrEqual(rows[0]!.all)
    const page = await images({})
    expect(page.results).toHaveLength(40)
    expect(page.results[0]).toMatchObject({ rating: 'PG', creator: { name: 'Atelier' } })
    const models = await app.call(civitModelVersions.list, { query: {} })
    expect(models.results.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['atelier-v1', 'style-3d', 'studio-bear']),
    )
  })

  test('the first screen shows no subject twice', async () => {
    const { results } = await images({ limit: '12' })
    const subjects = results.map(({ tags }) => tags[0])
    expect(new Set(subjects).size).toBe(subjects.length)
  })

  test('every address is a file that comes with the app', async () => {
    const { results } = await images({ limit: '100' })
    const folder = join(import.meta.dirname, '../../../web/public')
    expect(results.filter(({ url }) => !existsSync(join(folder, url)))).toEqual([])
  })
})

describe('a feed', () => {
  test.each(IMAGE_SORTS)('has each image once, page by page: %s', async (sort) => {
    const ids = await allPages({ sort })
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(60)
    expect(await allPages({ sort: sort.startsWith('-') ? sort.slice(1) : `-${sort}` })).toEqual(
      ids.toReversed(),
    )
  })

  test('is filtered by one thing', async () => {
    const cats = await images({ tag: 'Cat' })
    expect(cats.results.length).toBeGreaterThan(3)
    expect(cats.results.every(({ tags }) => tags.includes('cat'))).toBe(true)
    const drawn = await images({ base_model: 'Atelier v1', limit: '100' })
    expect(drawn.results.every(({ type }) => type === 'TTI')).toBe(true)
    const [first] = drawn.results
    const model = first!.model_versions[0]!
    expect((await images({ model, limit: '100' })).results.length).toBeGreaterThan(0)
    expect((await images({ creator: first!.creator.id })).results).toHaveLength(40)
    expect((await images({ q: 'coff' })).results.length).toBeGreaterThan(2)
    expect((await images({ q: '!!!' })).results).toEqual([])
    expect((await images({ period: 'day', sort: '-reactions' })).results).toHaveLength(40)
    expect((await images({ rating: 'PG' })).results).toHaveLength(40)
    expect((await images({ rating: 'X' })).results).toEqual([])
  })

  test('refuses two filters at once, and a cursor that is none', async () => {
    await expect(images({ tag: 'cat', q: 'cat' })).rejects.toMatchObject({ status: 400 })
    await expect(images({ cursor: 'none' })).rejects.toMatchObject({ status: 400 })
    const { next } = await images({ limit: '1' })
    const cursor = new URLSearchParams(next!.split('?')[1]).get('cursor')!
    await expect(images({ cursor, sort: '-reactions' })).rejects.toMatchObject({ status: 400 })
    const id = '00000000-0000-4000-8000-000000000000'
    for (const [sort, value] of [
      ['-created_at', '2024-02-31 00:00:00+00'],
      ['-created_at', '0000-01-01 00:00:00+00'],
      ['-created_at', '2024-01-01 00:00:60+00'],
      ['created_at', '5'],
      ['-reactions', '99999999999999'],
      ['reactions', '1e5'],
      ['-download_count', '2147483648'],
      ['-rating', '1e99'],
      ['rating', '1e-99'],
      ['rating', '0.0'],
    ]) {
      const query: object = {
        sort,
        cursor: Buffer.from(`${sort}|${value}|${id}`).toString('base64url'),
      }
      const { list } = /count|rating/.test(sort!) ? civitModelVersions : civitImages
      await expect(app.call(list, { query })).rejects.toMatchObject({ status: 400 })
    }
  })
})

describe('the rating that a person may see', () => {
  test.each([3, 4, 5, 6])('hides level %s from every path', async (level) => {
    const owner = await newPerson(app)
    const { image } = await insertPublications(app.db.kysely, owner.id)
    const params = { id: image }
    const found = async () => (await images({ q: 'zyxwv' })).results.map(({ id }) => id)
    expect(await found()).toContain(image)
    await setRating(image, level)
    expect((await images({ tag: 'secret-tag' })).results.map(({ id }) => id)).not.toContain(image)
    expect(await allPages({})).not.toContain(image)
    expect(await found()).not.toContain(image)
    const hidden = [
      ada.call(civitImages.detail, { params }),
      ada.call(civitImages.similar, { params, query: {} }),
      ada.call(civitImages.similarByModel, { params, query: {} }),
    ]
    const answers = await Promise.allSettled(hidden)
    expect(answers).toMatchObject(
      hidden.map(() => ({ status: 'rejected', reason: { status: 404 } })),
    )
  })
})

describe('one image', () => {
  test('is shown with what is like it', async () => {
    const [cat] = (await images({ tag: 'cat' })).results
    const params = { id: cat!.id }
    expect(await app.call(civitImages.detail, { params })).toEqual(cat)
    const similar = await app.call(civitImages.similar, { params, query: {} })
    expect(similar.results.slice(0, 3).every(({ tags }) => tags.includes('cat'))).toBe(true)
    expect(similar.results.map(({ id }) => id)).not.toContain(cat!.id)
    const [drawn] = (await images({ base_model: 'Atelier v1' })).results
    const same = await app.call(civitImages.similarByModel, {
      params: { id: drawn!.id },
      query: { page: '1' },
    })
    expect(same.results.length).toBeGreaterThan(10)
    await expect(app.call(civitImages.detail, { params: { id: 'none' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('one model', () => {
  test('is found by slug, id and version, with similar ones, and in the short list', async () => {
    const bySlug = await app.call(civitModelVersions.detail, { params: { id: 'style-3d' } })
    expect(bySlug).toMatchObject({ type: 'Other', trained_words: ['3d style'] })
    for (const id of [bySlug.id, bySlug.version.id])
      expect(await app.call(civitModelVersions.detail, { params: { id } })).toEqual(bySlug)
    const similar = await app.call(civitModelVersions.similar, {
      params: { id: bySlug.id },
      query: {},
    })
    expect(similar.results[0]!.slug).toMatch(/^style-/)
    const short = await app.call(civitModelVersions.short, { query: {} })
    expect(short.results.map(({ create_query: query }) => query)).toContain('model=atelier-v1')
    const filtered = await app.call(civitModelVersions.list, {
      query: { type: 'LORA', base_model: 'Atelier v1', sort: '-rating' },
    })
    expect(filtered.results).toHaveLength(3)
  })

  test('is withdrawn by its owner and by nobody else; twice is once', async () => {
    const owner = await newPerson(app)
    const { model } = await insertPublications(app.db.kysely, owner.id)
    const params = { id: model }
    await expect(ada.call(civitModelVersions.remove, { params })).rejects.toMatchObject({
      status: 404,
    })
    await owner.call(civitModelVersions.remove, { params })
    await owner.call(civitModelVersions.remove, { params })
    await expect(app.call(civitModelVersions.detail, { params })).rejects.toMatchObject({
      status: 404,
    })
    const events = await app.db.kysely
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', model)
      .execute()
    expect(events).toEqual([{ action: 'publication_withdrawn' }])
  })
})

test('what was liked most in a period is found behind thousands that are newer', async () => {
  const { image, creator } = await insertPublications(
    app.db.kysely,
    (await newPerson(app)).id,
    'crowd',
  )
  await sql`
    with made as (
      insert into community_images (creator_id, state, rating, url, width, height, type, published_at)
      select ${creator}, 'published', 1, '/', 64, 64, 'TTI', now() from generate_series(1, 2100)
      returning id, creator_id, published_at
    )
    insert into community_image_lists (list, rating, image_id, creator_id, published_at, likes)
    select 'tag:crowd', 1, id, creator_id, published_at, 1 from made`.execute(app.db.kysely)
  await sql`
    update community_image_lists set likes = 9, published_at = now() - interval '20 days'
    where image_id = ${image} and list = 'tag:crowd'`.execute(app.db.kysely)
  const first = async (period: string) =>
    (await images({ tag: 'crowd', sort: '-reactions', period, limit: '1' })).results[0]!.id
  expect(await first('month')).toBe(image)
  expect(await first('week')).not.toBe(image)
})

test('a model shows no sample that is more than its readers may see', async () => {
  const { image, model } = await insertPublications(
    app.db.kysely,
    (await newPerson(app)).id,
    'samples',
  )
  const params = { id: model }
  const { version } = await app.call(civitModelVersions.detail, { params })
  await sql`update community_model_samples set image_id = ${image} where version_id = ${version.id}`.execute(
    app.db.kysely,
  )
  await sql`update community_model_versions set create_query = 'model=x' where id = ${version.id}`.execute(
    app.db.kysely,
  )
  await sql`insert into community_model_lists (list, rating, model_id, creator_id, published_at, downloads, score)
    select 'all', 1, id, creator_id, now(), 0, 0 from community_models where id = ${model}`.execute(
    app.db.kysely,
  )
  const samples = async () => {
    const shown = await app.call(civitModelVersions.detail, { params })
    const short = await app.call(civitModelVersions.short, { query: { q: 'samples' } })
    return [shown.sample, shown.versions[0]!.samples[0], short.results[0]!.sample].map(
      (sample) => sample?.url ?? null,
    )
  }
  expect(await samples()).toEqual(['/', '/', '/'])
  await setRating(image, 4)
  expect(await samples()).toEqual([null, null, null])
})

/** Ways to ask for a list beside its sort. */
const WAYS = [
  { since: null, search: null },
  { since: new Date(0), search: null },
  { since: null, search: { query: 'cat:*', isCommon: false } },
  { since: null, search: { query: 'cat:*', isCommon: true } },
]
const SORTS = [
  ...IMAGE_SORTS.map((sort) => ({ kind: 'image' as const, sort })),
  ...MODEL_SORTS.map((sort) => ({ kind: 'model' as const, sort })),
]

/** The plan of each request; what is switched off is chosen only where nothing else is possible. */
async function plansOf(
  requests: readonly ListRequest[],
  switchedOff: readonly string[],
): Promise<string[]> {
  return app.db.kysely.connection().execute(async (connection) => {
    for (const name of switchedOff) await sql`set ${sql.raw(name)} = off`.execute(connection)
    const plans: string[] = []
    for (const request of requests) {
      const { statement, values } = listStatement(request, { blocked: [] })
      const query = statement.with(values)
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>({
        ...query,
        sql: `explain ${query.sql}`,
      })
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    for (const name of switchedOff) await sql`reset ${sql.raw(name)}`.execute(connection)
    return plans
  })
}

const requestOf = (way: object, sort: { kind: 'image' | 'model'; sort: string }): ListRequest => ({
  list: 'tag:cat',
  place: null,
  limit: 41,
  levels: [0, 1, 2],
  since: null,
  search: null,
  ...way,
  ...sort,
})

test.each(WAYS)('no list reads a whole table: %j', async (way) => {
  const plans = await plansOf(
    SORTS.map((sort) => requestOf(way, sort)),
    ['enable_seqscan'],
  )
  expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([])
})

test('a page is a range of an index in the order of its sort', async () => {
  const plans = await plansOf(
    SORTS.map((sort) => requestOf({}, sort)),
    ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'],
  )
  const index = /Scan( Backward)? using community_\w+_lists_(new|liked|downloaded|rated)/
  expect(plans.filter((plan) => !index.test(plan))).toEqual([])
})
