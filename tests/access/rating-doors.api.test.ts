import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Creator } from '#contract/community.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { listPublishedImages, listPublishedModels } from '#server/domains/community/feed/lists.ts'
import { transact } from '#server/platform/db/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** In every text of what is looked for. */
const MARKER = 'quagmirefox'
/** A level that everybody may see, and one that nobody who looks here may. */
const [SHOWN, MATURE] = [1, 4]

interface Published {
  image: string
  model: string
  creator: string
  comment: string
}

let app: TestApp
/** What is looked for, and what is like it and can always be seen. */
let hidden: Published
let near: Published
let viewer: TestPerson
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  const owners = [await newPerson(app), await newPerson(app)]
  hidden = await insertPublications(app.db.kysely, owners[0]!.id, MARKER)
  near = await insertPublications(app.db.kysely, owners[1]!.id, 'marshfox')
  // Made with one model, which can be drawn with.
  const version = await app.db.kysely
    .updateTable('community_model_versions')
    .set({ create_query: 'model=any' })
    .where('model_id', '=', hidden.model)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.kysely
    .insertInto('community_image_models')
    .values({ image_id: near.image, version_id: version.id })
    .execute()
  viewer = await newPerson(app)
  await viewer.call(api.follows.add, { body: { creator: near.creator } })
  await app.db.kysely
    .insertInto('community_favorites')
    .values({ user_id: viewer.id, image_id: hidden.image, collection_id: null })
    .execute()
  await app.db.kysely
    .insertInto('community_notifications')
    .values({
      user_id: viewer.id,
      kind: 'comment',
      actor_id: hidden.creator,
      image_id: hidden.image,
      comment_id: hidden.comment,
      takedown_id: null,
      report_id: null,
      since: null,
      read_at: null,
    })
    .execute()
  await setLevel(SHOWN)
})
afterAll(() => app.dispose())

/** Puts what is looked for into its lists at a level. */
const setLevel = (rating: number): Promise<void> =>
  transact(app.db, async (tx) => {
    const { image, model } = hidden
    for (const id of [near.image, image])
      await tx.deleteFrom('community_image_lists').where('image_id', '=', id).execute()
    for (const id of [near.model, model])
      await tx.deleteFrom('community_model_lists').where('model_id', '=', id).execute()
    await tx.updateTable('community_images').set({ rating }).where('id', '=', image).execute()
    await tx.updateTable('community_models').set({ rating }).where('id', '=', model).execute()
    await tx
      .updateTable('community_images')
      .set({ remix_of: image })
      .where('id', '=', near.image)
      .execute()
    await listPublishedImages(tx, [near.image, image])
    await listPublishedModels(tx, [near.model, model])
  })

/** What a call is sent. */
type Door = (ids: { hidden: Published; near: Published }) => {
  params?: Record<string, string>
  query?: Record<string, string>
}

/** How each door is gone through so that it would show what is looked for. */
const DOORS: Record<string, Door> = {
  'GET /api/civit_images/': () => ({ query: { tag: MARKER } }),
  'GET /api/civit_images/:id/': (ids) => ({ params: { id: ids.hidden.image } }),
  'GET /api/civit_images/:id/similar/': (ids) => ({ params: { id: ids.near.image } }),
  'GET /api/civit_images/:id/similar_by_model_id/': (ids) => ({ params: { id: ids.near.image } }),
  'GET /api/civit_images/:id/comments/': (ids) => ({ params: { id: ids.hidden.image } }),
  'GET /api/civit_model_version/': () => ({ query: { tag: MARKER } }),
  'GET /api/civit_model_version/model_list/': () => ({ query: { q: MARKER } }),
  'GET /api/civit_model_version/:id/model_detail/': (ids) => ({ params: { id: ids.hidden.model } }),
  'GET /api/civit_model_version/:id/similar/': (ids) => ({ params: { id: ids.near.model } }),
  'GET /api/creators/:id/': (ids) => ({ params: { id: ids.hidden.creator } }),
  'GET /api/search/': () => ({ query: { q: MARKER } }),
  'GET /api/notifications/': () => ({}),
  'GET /api/favorites/': () => ({}),
}

/** Calls that show what people published to its owner or to the staff alone, or names without anything of theirs. */
const WITHOUT_RATING: ReadonlySet<string> = new Set([
  'GET /api/follows/',
  // Of an image that its own door shows: tried below.
  'GET /api/civit_images/:id/favorite/',
  'GET /api/blocks/',
  'GET /api/publications/',
  'GET /api/publications/models/',
  'GET /api/civit_model_version/mine/',
  // Asked for by its own id: models.api.test.ts.
  'GET /api/civit_model_version/files/:id/',
])

function endpointsIn(tree: object): Endpoint[] {
  return Object.values(tree).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return []
    return 'path' in value && 'access' in value ? [value as Endpoint] : endpointsIn(value)
  })
}

/** Whether an answer holds this schema, at whatever depth. */
function holds(schema: z.ZodType, wanted: z.ZodType): boolean {
  if (schema === wanted) return true
  if (schema instanceof z.ZodObject)
    return Object.values(schema.shape).some((part) => holds(part as z.ZodType, wanted))
  if (schema instanceof z.ZodArray) return holds(schema.element as z.ZodType, wanted)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return holds(schema.unwrap() as z.ZodType, wanted)
  return false
}

const OF_EXPLORE = /^\/api\/(?:civit_|creators\/|search\/|notifications\/)/
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Every call by which something published is read: by its path, or as it names a creator. */
const doorsOfContract = (): Endpoint[] => [
  ...new Map(
    endpointsIn(api)
      .filter((endpoint) => endpoint.method === 'GET')
      .filter(({ path, response }) => OF_EXPLORE.test(path) || holds(response, Creator))
      .map((endpoint) => [nameOf(endpoint), endpoint] as const),
  ).values(),
]

test('every call that shows what is published is a door that is tried', () => {
  const found = doorsOfContract().map(nameOf)
  expect(found.toSorted()).toEqual([...Object.keys(DOORS), ...WITHOUT_RATING].toSorted())
})

const open = async (endpoint: Endpoint, call: TestApp['call']): Promise<string> => {
  const sent = DOORS[nameOf(endpoint)]!({ hidden, near })
  try {
    return JSON.stringify(await call(endpoint, { query: {}, ...sent }))
  } catch (error) {
    if ((error as { status?: number }).status === 404) return 'not found'
    throw error
  }
}

/** What names the one that is looked for; a creator's own page has a name whatever they published. */
const namesIt = (door: string, text: string): boolean =>
  door === 'GET /api/creators/:id/'
    ? !/"images":0,"models":0/.test(text)
    : text.includes(MARKER) || text.includes(hidden.image) || text.includes(hidden.model)

describe.each(Object.keys(DOORS))('%s', (door) => {
  const endpoint = () => doorsOfContract().find((one) => nameOf(one) === door)!

  test('shows what everybody may see, and to nobody what is above their limit', async () => {
    const callers = () => (endpoint().access === 'user' ? [viewer.call] : [app.call, viewer.call])
    await setLevel(SHOWN)
    for (const call of callers())
      expect([door, namesIt(door, await open(endpoint(), call))]).toEqual([door, true])
    await setLevel(MATURE)
    for (const call of callers())
      expect([door, namesIt(door, await open(endpoint(), call))]).toEqual([door, false])
  })
})

test('what is done to an image asks for the same limit', async () => {
  const params = { id: hidden.image }
  const acts = () => [
    viewer.call(api.communityPeople.like, { params, body: {} }),
    viewer.call(api.communityPeople.remix, { params, body: {} }),
    viewer.call(api.favorites.keep, { params, body: {} }),
    viewer.call(api.favorites.read, { params }),
    viewer.call(api.communityPeople.comment, { params, body: { text: 'Fine' } }),
  ]
  await setLevel(SHOWN)
  await Promise.all(acts())
  await setLevel(MATURE)
  const answers = await Promise.allSettled(acts())
  expect(answers).toMatchObject(
    answers.map(() => ({ status: 'rejected', reason: { status: 404 } })),
  )
})

test('a collection of favorites hides what has become too mature', async () => {
  await setLevel(SHOWN)
  const { id: collection } = await viewer.call(api.collections.create, { body: { name: 'Foxes' } })
  await viewer.call(api.favorites.keep, { params: { id: hidden.image }, body: { collection } })
  const kept = async () =>
    (await viewer.call(api.favorites.list, { query: { collection } })).results.map(({ id }) => id)
  expect(await kept()).toEqual([hidden.image])
  await setLevel(MATURE)
  expect(await kept()).toEqual([])
})

test('pages, and the images that stand for them where they are shared', async () => {
  const { image, model, creator } = hidden
  const paths = [
    `/inspire/images/detail/${image}`,
    `/inspire/models/detail/${model}`,
    `/inspire/creators/${creator}`,
    `/inspire/images/all?tag=${MARKER}`,
    `/inspire/models/all?tag=${MARKER}`,
    '/inspire/images/all',
    '/inspire/models/all',
  ]
  const ids = [image, model].map((id) => `detail/${id}`)
  const named = async (path: string) => {
    // What signed-out people see is kept for ten seconds.
    const { body, statusCode } = await app.context.http!.inject({
      url: path,
      headers: { host: 'atelier.localhost', accept: 'text/html' },
      cookies: { accessToken: viewer.token },
    })
    const isNamed = ids.some((id) => body.includes(id)) || body.includes('crown-3d-style.webp')
    return statusCode === 200 && isNamed
  }
  await setLevel(SHOWN)
  for (const path of paths.slice(0, 2)) expect([path, await named(path)]).toEqual([path, true])
  await setLevel(MATURE)
  // What is like it shows the same file.
  const all = new Set(['/inspire/images/all', '/inspire/models/all'])
  for (const path of paths.filter((one) => !all.has(one)))
    expect([path, await named(path)]).toEqual([path, false])
  for (const path of all) {
    const { body } = await app.context.http!.inject({
      url: path,
      headers: { host: 'atelier.localhost' },
      cookies: { accessToken: viewer.token },
    })
    expect([path, ids.some((id) => body.includes(id))]).toEqual([path, false])
  }
})
