import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, featuresOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { clientAt } from '#tests/support/client-at.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const PORTRAIT = 'portrait.localhost'

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  ada = await newPerson(app)
})
afterAll(() => app.dispose())

const endpoints: Endpoint[] = Object.values(api).flatMap((calls) => Object.values<Endpoint>(calls))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const explore = endpoints.filter((endpoint) =>
  featuresOf(endpoint).some((feature) => feature.startsWith('explore_')),
)

/** Of explore, and on every host: what is one's own is read and taken back wherever one is, and the staff decide anywhere. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'DELETE /api/civit_images/:id/react/',
  'DELETE /api/civit_images/:id/favorite/',
  'DELETE /api/civit_model_version/:id/',
  'DELETE /api/comments/:id/',
  'DELETE /api/follows/:id/',
  'DELETE /api/blocks/:id/',
  'GET /api/civit_model_version/mine/',
])

const OF_EXPLORE =
  /^\/api\/(?:civit_images|civit_model_version|creators|comments|favorites|follows|blocks|search)\//

/** Response of a host to a call, without a body. */
const ask = ({ method, path }: Endpoint, host: string, token?: string) =>
  new Promise<{ status: number; code: unknown }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const headers = { host, ...(token !== undefined && { authorization: `Token ${token}` }) }
    const url = path.replace(':id', randomUUID()).replace(':n', '0')
    request({ hostname, port, method, path: url, headers }, (answer) => {
      answer.resume()
      const { statusCode: status = 0, headers: told } = answer
      answer.on('end', () => resolve({ status, code: told['x-error-code'] }))
    })
      .on('error', reject)
      .end()
  })

it('names the feature of every call of explore', () => {
  const calls = endpoints.filter(({ path }) => OF_EXPLORE.test(path)).map(nameOf)
  expect(calls.filter((call) => !EVERYWHERE.has(call))).toEqual(explore.map(nameOf))
})

describe('a brand without explore', () => {
  it.each(explore.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'has no %s for anybody',
    async (_name, endpoint) => {
      const gone = { status: 404, code: 'not_found' }
      expect(await ask(endpoint, PORTRAIT)).toEqual(gone)
      expect(await ask(endpoint, PORTRAIT, ada.token)).toEqual(gone)
    },
  )

  it('shows nothing that others show', async () => {
    const { image, model } = await insertPublications(app.db.kysely, ada.id, 'marshfox')
    const portrait = clientAt(app, PORTRAIT, (await newPerson(app)).token)
    const calls = [
      [api.civitImages.detail, { params: { id: image } }],
      [api.civitModelVersions.detail, { params: { id: model } }],
    ] as const
    for (const [call, sent] of calls) {
      expect(await app.call(call, sent)).toMatchObject({ id: sent.params.id })
      await expect(portrait(call, sent)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  it('publishes nothing, and takes back what is published elsewhere', async () => {
    const bob = await newPerson(app)
    const portrait = clientAt(app, PORTRAIT, bob.token)
    const { id } = (await waitForEnd(bob, await submit(bob, { prompt: 'a fox' }))).images[0]!
    const show = (call: typeof portrait, isPublic: boolean) =>
      call(api.predictionImages.update, { params: { id }, body: { is_public: isPublic } })
    await expect(show(portrait, true)).rejects.toMatchObject({
      status: 400,
      body: { is_public: ['Images can’t be published on this site.'] },
    })
    expect(await show(bob.call, true)).toMatchObject({ is_public: true })
    expect(await show(portrait, false)).toMatchObject({ is_public: false })
  })
})

describe('a brand with models alone', () => {
  const EASEL = 'easel.localhost'
  let admin: TestPerson
  beforeAll(async () => {
    admin = await newAdmin(app)
    await admin.call(api.adminBrands.change, {
      params: { id: 'easel' },
      body: { features: ['text_to_image', 'explore_models'] },
    })
  })
  afterAll(() => admin.call(api.adminBrands.undo, { params: { id: 'easel' }, body: {} }))

  const isOfModels = (endpoint: (typeof explore)[number]) =>
    featuresOf(endpoint).includes('explore_models')
  const named = (some: typeof explore) =>
    some.map((endpoint) => [nameOf(endpoint), endpoint] as const)

  it.each(named(explore.filter((endpoint) => !isOfModels(endpoint))))(
    'has no %s',
    async (_name, endpoint) => {
      expect((await ask(endpoint, EASEL, ada.token)).status).toBe(404)
    },
  )

  // An id that does not exist answers 404, too.
  it.each(named(explore.filter((one) => isOfModels(one) && !one.path.includes(':'))))(
    'has %s',
    async (_name, endpoint) => {
      expect((await ask(endpoint, EASEL, ada.token)).status).not.toBe(404)
    },
  )

  it('finds models and people, whom one follows and blocks', async () => {
    const bob = await newPerson(app)
    const { creator, model } = await insertPublications(app.db.kysely, bob.id, 'heronreed')
    const listed = { rating: 1, creator_id: creator, published_at: new Date() }
    await app.db.kysely
      .insertInto('community_model_lists')
      .values(
        ['all', `creator:${creator}`].map((list) => ({
          ...listed,
          list,
          model_id: model,
          downloads: 0,
          score: 0,
        })),
      )
      .execute()
    const easel = clientAt(app, EASEL, (await newPerson(app)).token)
    const search = { query: { q: 'heronreed' } }
    expect((await ada.call(api.communityPeople.search, search)).images).toHaveLength(1)
    const found = await easel(api.communityPeople.search, search)
    expect(found).toMatchObject({ images: [], tags: [], people: [{ id: creator }] })
    expect(found.models.map(({ id }) => id)).toEqual([model])
    expect(await easel(api.creators.detail, { params: { id: creator } })).toMatchObject({
      name: 'heronreed',
    })
    for (const relation of [api.follows, api.blocks]) {
      await easel(relation.add, { body: { creator } })
      expect((await easel(relation.list, {})).results).toMatchObject([{ id: creator }])
    }
  })
})
