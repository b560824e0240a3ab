import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound-http.ts'
import { newPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const FIXTURES = join(import.meta.dirname, '../../../../tests/fixtures/civitai')
const NAMED = 'https://civitai.example'

/** A site that gives the recorded answers, and the address that it was asked for each time. */
interface Site {
  server: Server
  origin: string
  asked: string[]
  /** Status of the second page. */
  status: number
}

async function startSite(): Promise<Site> {
  const png = await makePng(64, 96)
  const site: Site = { server: createServer(), origin: '', asked: [], status: 200 }
  const read = (name: string) =>
    readFileSync(join(FIXTURES, `${name}.json`), 'utf8').replaceAll(NAMED, site.origin)
  site.server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', site.origin)
    site.asked.push(url.pathname + url.search)
    const isSecond = url.searchParams.has('cursor')
    const isModels = url.pathname === '/api/v1/models'
    response.statusCode = isModels && isSecond ? site.status : 200
    if (url.pathname.startsWith('/pictures/')) response.end(png)
    else if (isModels) response.end(read(isSecond ? 'models-2' : 'models-1'))
    else response.end(read('images'))
  })
  await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve))
  site.origin = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`
  return site
}

let app: TestApp
let site: Site
let outbound: Outbound
beforeAll(async () => {
  app = await startTestApp()
  site = await startSite()
  outbound = createOutbound({ allowedUrls: [site.origin] })
})
afterAll(async () => {
  await outbound.close()
  site.server.close()
  await app.dispose()
})

const importFrom = (path: string) =>
  app.context.community.importCivitai({
    from: { url: `${site.origin}${path}` },
    outbound,
    onPage: () => undefined,
  })

/** All that an import may have written. */
async function rows(): Promise<unknown[]> {
  const tables = [
    'models',
    'model_versions',
    'model_files',
    'model_samples',
    'images',
    'image_models',
    'creators',
  ]
  const all = tables.map(async (table) => {
    const found = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(`community_${table}`)} t order by t::text`.execute(
      app.db.kysely,
    )
    return found.rows
  })
  return Promise.all(all)
}

/** What the creator of the recorded answers published, beside the examples. */
async function published(of: TestApp = app) {
  const { rows: found } = await sql<{ id: string }>`
    select id from community_creators where source = 'civitai:user:papercutter'`.execute(
    of.db.kysely,
  )
  const query = { creator: found[0]!.id }
  const [models, images] = [
    await of.call(api.civitModelVersions.list, { query }),
    await of.call(api.civitImages.list, { query }),
  ]
  return { models: models.results, images: images.results }
}
const models = async () => (await published()).models
const images = async () => (await published()).images

describe('models of another site', () => {
  test('are taken over page by page; one that was cut off goes on where it was', async () => {
    site.status = 503
    await expect(importFrom('/api/v1/models?limit=3')).rejects.toThrow('answered 503')
    site.status = 200
    site.asked.length = 0
    const counts = await importFrom('/api/v1/models?limit=3')
    expect(site.asked[0]).toContain('cursor=35')
    expect(counts).toMatchObject({ imported: 2, person: 1 })
    const shown = await models()
    expect(shown.map(({ name }) => name).toSorted()).toEqual(['Paper Cut-outs', 'Watercolour DoRA'])
  })

  test('with their versions, words, files and licence, and samples of their rating alone', async () => {
    const paper = (await models()).find(({ name }) => name === 'Paper Cut-outs')
    const detail = await app.call(api.civitModelVersions.detail, { params: { id: paper!.slug } })
    expect(detail).toMatchObject({
      type: 'LORA',
      rating: 'PG13',
      tags: ['style', 'paper', 'origami'],
      creator: { name: 'papercutter' },
      description: 'Draws paper cut-outs & shadows.\nUse weight 0.8.\nMade of own photos.',
      licence:
        'Civitai: credit the author; commercial use: Image, RentCivit; merges allowed; merges under the same license',
    })
    const [newest, first] = detail.versions
    expect(newest).toMatchObject({ name: 'v2.0', trained_words: ['paper cut-out', 'layered'] })
    expect(newest!.samples).toHaveLength(2)
    expect(newest!.create_query).toBeNull()
    expect(first).toMatchObject({ name: 'v1.0', base_model: 'SD 1.5' })
    expect(first!.files[0]!.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a real person is left out, and so is what is for adults from everybody', async () => {
    const { rows: found } = await sql<{ name: string; rating: number }>`
      select name, rating from community_models where source like 'civitai:%' order by name`.execute(
      app.db.kysely,
    )
    expect(found).toEqual([
      { name: 'For Adults Only', rating: 5 },
      { name: 'Paper Cut-outs', rating: 2 },
      { name: 'Watercolour DoRA', rating: 1 },
    ])
  })
})

test('images: by their level, and none that was made with a model of a real person', async () => {
  const counts = await importFrom('/api/v1/images')
  expect(counts).toMatchObject({ imported: 3, person: 2, blocked: 1, empty: 1 })
  const shown = await images()
  expect(shown.map(({ rating }) => rating).toSorted()).toEqual(['PG', 'PG13'])
  const fox = shown.find(({ prompt }) => prompt !== null)
  expect(fox).toMatchObject({
    prompt: 'a paper fox number 11, layered',
    parameters: { steps: 30, guidance_scale: 5, seed: 2873562111, negative_prompt: 'blurry' },
    created_at: '2024-06-01T21:28:57.225Z',
  })
  expect(fox!.model_versions).toHaveLength(1)
  const file = await fetch(new URL(fox!.url, app.url))
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a second time changes nothing', async () => {
  const before = await rows()
  const counts = [await importFrom('/api/v1/models?limit=3'), await importFrom('/api/v1/images')]
  expect(counts.map(({ imported }) => imported)).toEqual([0, 0])
  expect(await rows()).toEqual(before)
})

test('a copy is shown while something that is published shows it', async () => {
  const fox = (await images()).find(({ prompt }) => prompt !== null)
  await sql`update community_images set state = 'hidden' where id = ${fox!.id}`.execute(
    app.db.kysely,
  )
  await sql`update community_models set state = 'hidden' where source like 'civitai:%'`.execute(
    app.db.kysely,
  )
  const other =
    await sql`update community_images set state = 'hidden' where url = ${fox!.url}`.execute(
      app.db.kysely,
    )
  expect(other.numAffectedRows).toBeGreaterThan(0n)
  expect((await fetch(new URL(fox!.url, app.url))).status).toBe(404)
  const key = fox!.url.slice('/media/'.length)
  expect(await app.context.community.knownFiles([key, 'explore/none.webp'])).toEqual(new Set([key]))
})

test('what was removed here does not come back under another number', async () => {
  const other = await startTestApp()
  try {
    const staff = await newPerson(other)
    await other.context.accounts.setUser({ email: staff.email, staff: true })
    /** The recorded answer with other numbers: the same things, published once more. */
    const read = (name: string, number: string): object =>
      JSON.parse(
        readFileSync(join(FIXTURES, `${name}.json`), 'utf8')
          .replaceAll(NAMED, site.origin)
          .replaceAll(/"id": (\d)/g, `"id": ${number}$1`),
      ) as object
    const take = (name: string, number: string) =>
      other.context.community.importCivitai({
        from: { json: read(name, number) },
        outbound,
        onPage: () => undefined,
      })
    const remove = async (named: { image: string } | { model: string }) => {
      const { id } = await other.call(api.reports.create, {
        body: { ...named, reason: 'illegal' },
      })
      const body = { action: 'remove', reason: 'It is illegal' } as const
      await staff.call(api.adminReports.decide, { params: { id }, body })
    }
    expect((await take('models-1', '7')).imported).toBeGreaterThan(0)
    expect((await take('images', '7')).imported).toBeGreaterThan(0)
    const { models: shownModels, images: shownImages } = await published(other)
    await remove({ image: shownImages[0]!.id })
    const again = await take('images', '8')
    expect(again.imported).toBe(0)
    expect(again.blocked).toBeGreaterThan(0)
    const paper = shownModels.find(({ name }) => name === 'Paper Cut-outs')!
    await remove({ model: paper.id })
    await take('models-1', '8')
    const { models: left } = await published(other)
    expect(left.map(({ name }) => name)).not.toContain('Paper Cut-outs')
  } finally {
    await other.dispose()
  }
})

describe('answers of somebody who means no good', () => {
  const take = (json: unknown) =>
    app.context.community.importCivitai({ from: { json }, outbound, onPage: () => undefined })
  const picture = () => `${site.origin}/pictures/1.jpeg`
  const imageOf = (id: number, more: object = {}) => ({
    id,
    url: picture(),
    width: 64,
    height: 96,
    nsfwLevel: 'None',
    username: 'mallory',
    ...more,
  })
  const modelOf = (id: number, more: object = {}) => ({
    id,
    name: `Model ${id}`,
    type: 'LORA',
    nsfwLevel: 1,
    modelVersions: [{ id: id * 10, name: 'v1' }],
    ...more,
  })

  test('are read item by item: what cannot be kept is left out, and ends nothing', async () => {
    const odd = '\0\ud800<b>\u202e'
    const version = { id: 90_011, name: odd, trainedWords: Array(5000).fill(odd) }
    const counts = await take({
      items: [
        imageOf(90_001, { width: 1e12 }),
        imageOf(90_002, { createdAt: '-271821-04-20T00:00:00Z', hash: odd, username: odd }),
        imageOf(90_003, {
          meta: { prompt: `fox ${odd}`, sampler: odd, steps: 'NaN', seed: 1e308 },
        }),
        imageOf(90_004, { modelVersionIds: Array.from({ length: 100_000 }, (_, index) => index) }),
        modelOf(90_005, {
          name: odd,
          tags: [odd, 'x'.repeat(1e6)],
          modelVersions: [version, version],
        }),
        modelOf(90_006, {
          modelVersions: [{ id: 90_060, name: 'v', files: [{ name: 'f', sizeKB: 1e300 }] }],
        }),
        { ...imageOf(90_007), constructor: 1, __proto__: null },
        null,
        [[]],
        'a',
      ],
    })
    expect(counts).toMatchObject({ imported: 5, unreadable: 5 })
  })

  test('that go in circles end', async () => {
    const answers = { items: [], metadata: { nextPage: `${site.origin}/api/v1/models?again` } }
    const circling = { send: async () => ({ status: 200, url: site.origin, json: () => answers }) }
    await expect(
      app.context.community.importCivitai({
        from: { url: `${site.origin}/api/v1/models` },
        outbound: circling as unknown as Outbound,
        onPage: () => undefined,
      }),
    ).rejects.toThrow('answers in circles')
  })

  test('and what turns out to show somebody real goes, with what was made with it', async () => {
    const first = { items: [modelOf(91), imageOf(92, { modelVersionIds: [910] }), imageOf(93)] }
    expect(await take(first)).toMatchObject({ imported: 3 })
    const poi = { items: [modelOf(91, { poi: true }), imageOf(93, { poi: true })] }
    expect(await take(poi)).toMatchObject({ imported: 0, person: 2 })
    const { rows: states } = await sql<{ state: string }>`
      select state from community_models where source = 'civitai:model:91'
      union all select state from community_images
        where source in ('civitai:image:92', 'civitai:image:93')`.execute(app.db.kysely)
    expect(states.map(({ state }) => state)).toEqual(['removed', 'removed', 'removed'])
  })
})

test('links need a listed host, and a private address is never asked', async () => {
  const linked = await startTestApp({
    env: { CIVITAI_IMAGES: 'link', IMAGE_HOSTS: 'civitai.example' },
  })
  try {
    const json = JSON.parse(readFileSync(join(FIXTURES, 'images.json'), 'utf8')) as object
    const order = { outbound, onPage: () => undefined }
    await linked.context.community.importCivitai({ ...order, from: { json } })
    const { images: shown } = await published(linked)
    expect(shown.map(({ url }) => url)).toContain('https://civitai.example/pictures/11.jpeg')
    const elsewhere = JSON.parse(
      JSON.stringify(json)
        .replaceAll('civitai.example', 'other.example')
        .replaceAll('"id":1', '"id":9'),
    ) as object
    await expect(
      linked.context.community.importCivitai({ ...order, from: { json: elsewhere } }),
    ).rejects.toThrow('IMAGE_HOSTS does not list other.example')
    const strict = createOutbound()
    await expect(
      linked.context.community.importCivitai({
        outbound: strict,
        onPage: () => undefined,
        from: { url: site.origin },
      }),
    ).rejects.toMatchObject({ fault: 'refused_address' })
    await strict.close()
  } finally {
    await linked.dispose()
  }
})
