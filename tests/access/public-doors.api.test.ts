import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { SMALL, submit, waitForEnd } from '#tests/support/generation.ts'
import { filesIn, lettersOf } from '#tests/support/letters.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { publishReviewed } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Calls by which strangers get at somebody's images: each is gone through below. */
const DOORS: ReadonlySet<string> = new Set([
  'GET /api/shared_images/:id/',
  'GET /api/photo_packs/:id/wall/',
  // The same code as that of photo packs.
  'GET /api/video_packs/:id/wall/',
  'GET /api/civit_images/',
  'GET /api/civit_images/:id/',
  'GET /api/civit_images/:id/similar/',
  'GET /api/civit_images/:id/similar_by_model_id/',
  'GET /api/civit_images/:id/comments/',
  'GET /api/search/',
  'GET /api/creators/:id/',
])

/** Calls for everybody that show no image of a person's library: what they do show is the installation's, or a model's, whose samples are published images. */
const WITHOUT_IMAGES: ReadonlySet<string> = new Set([
  'GET /api/dj-rest-auth/challenge/',
  'GET /api/dj-rest-auth/registration/verify-email/',
  'GET /api/civit_model_version/',
  'GET /api/civit_model_version/model_list/',
  'GET /api/civit_model_version/files/:id/',
  'GET /api/civit_model_version/:id/model_detail/',
  'GET /api/civit_model_version/:id/similar/',
  'GET /api/consent_links/:id/',
  'GET /api/decisions/:id/',
  'GET /api/capabilities/',
  'GET /api/generation_servers/',
  'GET /api/generation_servers/samples/',
  'GET /api/inference_jobs/instantid/styles/',
  'GET /api/inference_jobs/headshots/backgrounds/',
  'GET /api/lora_trainings/showcase_trainings_list/',
  'GET /api/photo_packs/',
  'GET /api/photo_packs/:id/',
  'GET /api/video_packs/',
  'GET /api/video_packs/:id/',
  'GET /api/legal/:kind/',
  'GET /api/plans/',
  'GET /api/setup/',
  'GET /api/site_configuration/',
  'GET /api/status/',
  'GET /api/things/',
  'GET /api/try/challenge/',
  'GET /api/try/photos/:token/',
  'GET /api/video_providers/',
])

const PROMPT = 'zebramarker on a hill'
const NEGATIVE = 'quaggamarker'

let app: TestApp
let owner: TestPerson
let stranger: TestPerson
/** What no stranger may read: words of the prompt, the seed, and ids that join what one person shared. */
let secrets: string[]
let image: string
beforeAll(async () => {
  const engine = createScriptedEngine({})
  app = await startTestApp({ pages: true, overrides: { engines: [engine], classifier: engine } })
})
afterAll(() => app.dispose())

/** The image that is shared; made by the first test that asks. */
let making: Promise<void> | null = null
const withImage = (): Promise<void> => (making ??= makeImage())

async function makeImage(): Promise<void> {
  owner = await newPerson(app)
  stranger = await newPerson(app)
  const words = { prompt: PROMPT, negative_prompt: NEGATIVE, seed: 192_837_465 }
  const job = await waitForEnd(owner, await submit(owner, { ...SMALL, ...words }))
  image = job.images[0]!.id
  secrets = ['zebramarker', 'quaggamarker', '192837465', owner.id, job.id]
}

function endpointsIn(tree: object): Endpoint[] {
  return Object.values(tree).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return []
    return 'path' in value && 'access' in value ? [value as Endpoint] : endpointsIn(value)
  })
}

const open = async (path: string): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await fetch(new URL(path, app.url))
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

function expectSilent(where: string, bytes: Buffer): void {
  const letters = lettersOf(bytes)
  const found = secrets.filter((secret) => letters.includes(secret))
  expect([where, found]).toEqual([where, []])
}

/** Opens a door and all files that it names; none says what is hidden. */
async function walk(where: string, path: string): Promise<string[]> {
  const { status, bytes } = await open(path)
  expect([where, status]).toEqual([where, 200])
  expectSilent(where, bytes)
  const files = filesIn(bytes.toString('utf8'))
  for (const file of files) {
    const answer = await open(file)
    expect([file, answer.status]).toEqual([file, 200])
    expectSilent(`${where} ${file}`, answer.bytes)
  }
  return files
}

test('every call for everybody is a door that is gone through, or shows no images of people', () => {
  const forEverybody = endpointsIn(api)
    .filter(({ access, method }) => method === 'GET' && /^(?:public|anonymous)$/.test(access))
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(forEverybody)].toSorted()).toEqual([...DOORS, ...WITHOUT_IMAGES].toSorted())
})

test('a link without the prompt: page, card, file, sizes and answer', async () => {
  await withImage()
  const params = { id: image }
  const body = { show_prompt: false }
  const { url } = await owner.call(api.predictionImages.share, { params, body })
  const files = await walk('page', url)
  expect(files.length).toBeGreaterThan(0)
  const token = url.split('/').findLast((part) => part !== '')!
  await walk('answer', `/api/shared_images/${token}/`)
  await owner.call(api.predictionImages.unshare, { params })
  const again = await owner.call(api.predictionImages.share, { params, body })
  expect((await open(url)).status).toBe(404)
  for (const file of files) expect([file, (await open(file)).status]).toEqual([file, 404])
  expect(again.url).not.toBe(url)
})

test('a public image: its answer to others, its file and sizes, and what answers nothing', async () => {
  await withImage()
  const params = { id: image }
  await owner.call(api.predictionImages.update, { params, body: { is_public: true } })
  const seen = await stranger.call(api.predictionImages.detail, { params })
  expectSilent('detail', Buffer.from(JSON.stringify(seen)))
  const { bytes } = await open(seen.url)
  expectSilent('file', bytes)
  for (const call of ['parameters', 'reproduction', 'faces'] as const) {
    const answer = stranger.call(api.predictionImages[call], { params })
    await expect(answer, call).rejects.toMatchObject({ status: 404 })
  }
})

test('the wall of a pack: its answer and its files', async () => {
  await withImage()
  const { results } = await app.call(api.photoPacks.list, { query: {} })
  const pack = results.find(({ title }) => title === 'Fruit stand')!
  const params = { id: pack.id }
  const run = await owner.call(api.photoPacks.run, { params, body: { training: null } })
  const shot = async () => {
    const now = await owner.call(api.photoPacks.readRun, { params: { id: run.id } })
    return now.shots.find(({ image: made }) => made)
  }
  await expect.poll(shot).toBeDefined()
  const { image: made } = (await shot())!
  await owner.call(api.predictionImages.update, {
    params: { id: made!.id },
    body: { is_public: true },
  })
  secrets.push(made!.job)
  expect(await walk('wall', `/api/photo_packs/${pack.id}/wall/`)).toEqual([])
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  await publishReviewed(owner, staff, made!.id)
  const files = await walk('wall', `/api/photo_packs/${pack.id}/wall/`)
  expect(files.length).toBeGreaterThan(0)
})

test('explore: its calls, pages and files, and what others keep or are told', async () => {
  await withImage()
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  const id = await publishReviewed(owner, staff, image)
  const { creator } = await app.call(api.civitImages.detail, { params: { id } })
  const other = await waitForEnd(owner, await submit(owner, { ...SMALL, prompt: PROMPT }))
  secrets.push(other.id)
  await publishReviewed(owner, staff, other.images[0]!.id)
  const lists = [
    'civit_images/',
    `civit_images/${id}/`,
    `civit_images/${id}/similar/`,
    `civit_images/${id}/similar_by_model_id/`,
    `creators/${creator.id}/`,
    'search/?q=zebramarker',
  ]
  const files = new Set<string>()
  for (const path of lists) for (const file of await walk(path, `/api/${path}`)) files.add(file)
  await walk('comments', `/api/civit_images/${id}/comments/`)
  for (const path of [
    'images/all',
    `images/detail/${id}`,
    `creators/${creator.id}`,
    'search?q=hill',
  ])
    for (const file of await walk(path, `/inspire/${path}`)) files.add(file)
  const own = [...files].filter((file) => file.startsWith('/media/public/'))
  expect(own.length).toBeGreaterThan(1)
  for (const file of own.filter((path) => path.endsWith('.png')))
    expect(lettersOf((await open(file)).bytes)).toContain('digitalsourcetype/')

  await stranger.call(api.favorites.keep, { params: { id }, body: {} })
  const kept = await stranger.call(api.favorites.list, { query: {} })
  expect(kept.results.map((one) => one.id)).toEqual([id])
  expectSilent('favorites', Buffer.from(JSON.stringify(kept)))
  const ofPerson = await stranger.call(api.civitImages.detail, { params: { id } })
  expectSilent('signed in', Buffer.from(JSON.stringify(ofPerson)))
})

test('a key’s addresses open its owner’s files alone: nobody changes or shortens them', async () => {
  await withImage()
  const { key } = await owner.call(api.apiKeys.create, {
    body: { name: 'Program', scopes: ['generate'] },
  })
  const answer = await fetch(`${app.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: PROMPT, size: '64x64', n: 1, response_format: 'url' }),
  })
  const { data } = (await answer.json()) as { data: { url: string }[] }
  const url = new URL(data[0]!.url)
  expect((await open(url.href)).status).toBe(200)
  const unsigned = new URL(url.pathname, url)
  expect((await open(unsigned.href)).status).toBe(404)
  const others = new URL(url)
  const wanted = await owner.call(api.predictionImages.detail, { params: { id: image } })
  others.pathname = new URL(wanted.url, app.url).pathname
  expect((await open(others.href)).status).toBe(404)
  // Only with a key.
  for (const path of ['/v1/models', '/mcp'])
    expect([path, (await open(path)).status]).toEqual([path, path === '/mcp' ? 405 : 401])
})

test('a deleted account: its link, files and public images are gone with the answer', async () => {
  const leaver = await newPerson(app)
  const { images } = await waitForEnd(leaver, await submit(leaver, { ...SMALL, prompt: PROMPT }))
  const params = { id: images[0]!.id }
  const { url } = await leaver.call(api.predictionImages.share, {
    params,
    body: { show_prompt: false },
  })
  await leaver.call(api.predictionImages.update, { params, body: { is_public: true } })
  const visitor = await newPerson(app)
  const { url: file } = await visitor.call(api.predictionImages.detail, { params })
  const files = [file, ...filesIn((await open(url)).bytes.toString('utf8'))]
  for (const one of [url, ...files]) expect([one, (await open(one)).status]).toEqual([one, 200])
  await leaver.call(api.account.remove, { body: { password: PASSWORD } })
  for (const one of [url, ...files]) expect([one, (await open(one)).status]).toEqual([one, 404])
  const seen = visitor.call(api.predictionImages.detail, { params })
  await expect(seen).rejects.toMatchObject({ status: 404 })
})

test('the control: the owner’s own file says it all', async () => {
  await withImage()
  const own = await owner.call(api.predictionImages.detail, { params: { id: image } })
  expect(lettersOf((await open(own.url)).bytes)).toContain('zebramarker')
})
