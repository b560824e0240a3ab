import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { SMALL, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { publishReviewed } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Calls by which strangers get at somebody's images: each is gone through below. */
const DOORS: ReadonlySet<string> = new Set([
  'GET /api/shared_images/:id/',
  'GET /api/photo_packs/:id/wall/',
  // The same code as that of photo packs.
  'GET /api/video_packs/:id/wall/',
])

/** Calls for everybody that show no image of a person's library: what they do show is the installation's or was published with its own copy. */
const WITHOUT_IMAGES: ReadonlySet<string> = new Set([
  'GET /api/dj-rest-auth/registration/verify-email/',
  'GET /api/civit_images/',
  'GET /api/civit_images/:id/',
  'GET /api/civit_images/:id/similar/',
  'GET /api/civit_images/:id/similar_by_model_id/',
  'GET /api/civit_images/:id/comments/',
  'GET /api/civit_model_version/',
  'GET /api/civit_model_version/model_list/',
  'GET /api/civit_model_version/files/:id/',
  'GET /api/civit_model_version/:id/model_detail/',
  'GET /api/civit_model_version/:id/similar/',
  'GET /api/search/',
  'GET /api/creators/:id/',
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
  'GET /api/plans/',
  'GET /api/setup/',
  'GET /api/site_configuration/',
  'GET /api/status/',
  'GET /api/things/',
  'GET /api/try/challenge/',
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

/** All that a file says in letters, also what lies in it compressed. */
function lettersOf(bytes: Buffer): string {
  const packed: string[] = []
  for (let at = 8; at + 12 <= bytes.length && bytes.toString('latin1', 1, 4) === 'PNG';) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (/^[zi]TXt$/.test(bytes.toString('latin1', at + 4, at + 8))) {
      for (let from = data.indexOf(0); from < Math.min(data.length, 300); from++) {
        try {
          packed.push(inflateSync(data.subarray(from)).toString('latin1'))
          break
        } catch {
          // No compressed text begins here.
        }
      }
    }
    at += length + 12
  }
  return [bytes.toString('latin1'), bytes.toString('utf16le'), ...packed].join('\n')
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

/** Addresses of files in a page or an answer. */
const filesIn = (text: string): string[] => {
  const plain = text.replaceAll('&amp;', '&').replaceAll(String.raw`\u0026`, '&')
  const found = plain.match(/\/(?:media|img)\/[^\s"'<>\\,)]+/g) ?? []
  return [...new Set(found)]
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

test('the control: the owner’s own file says it all', async () => {
  await withImage()
  const own = await owner.call(api.predictionImages.detail, { params: { id: image } })
  expect(lettersOf((await open(own.url)).bytes)).toContain('zebramarker')
})
