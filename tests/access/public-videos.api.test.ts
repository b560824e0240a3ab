import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { waitForEnd } from '#tests/support/generation.ts'
import { lettersOf } from '#tests/support/letters.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

/** A copy with the mark is encoded in the background. */
const ENCODED = { timeout: 90_000 }
const SEED = 192_837_465

let app: TestApp
let owner: TestPerson
let staff: TestPerson
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
  owner = await newPerson(app)
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())

interface Film {
  image: string
  /** What its owner's own files say, and nobody else's may. */
  secrets: string[]
}

async function film(
  source: { image: string } | { prompt: string },
  words: string[],
): Promise<Film> {
  const job = await owner.call(api.videoInferenceJobs.create, {
    body: { ...source, duration: 2, seed: SEED },
  })
  const ended = await waitForEnd(owner, job)
  return {
    image: ended.images[0]!.id,
    secrets: [...words, String(SEED), owner.id, job.id],
  }
}

/** Of a photo of somebody, which strangers see with a mark, and of words. */
const FILMS: Record<string, () => Promise<Film>> = {
  'of a person': async () => {
    const face = await sharp(photographFile('astronaut')).resize(256).jpeg().toBuffer()
    return film({ image: (await upload(owner, face)).id }, [])
  },
  'of words': () => film({ prompt: 'a fox, zebramarker' }, ['zebramarker']),
}

const read = async (path: string): Promise<Buffer> => {
  const answer = await fetch(new URL(path, app.url))
  expect([path, answer.status]).toEqual([path, 200])
  return Buffer.from(await answer.arrayBuffer())
}
const open = async (path: string) => (await fetch(new URL(path, app.url))).status

const foundIn = (bytes: Buffer, { secrets }: Film): string[] => {
  const letters = lettersOf(bytes)
  return secrets.filter((secret) => letters.includes(secret))
}
const told = (answer: object) => Buffer.from(JSON.stringify(answer))

/** Files as strangers get them: nothing that is hidden, and that a machine made them. */
async function expectLabelled(one: Film, files: { video: string; frame: string }): Promise<void> {
  const video = await read(files.video)
  expect(video.toString('latin1', 4, 8)).toBe('ftyp')
  for (const bytes of [video, await read(files.frame)]) {
    expect(foundIn(bytes, one)).toEqual([])
    expect(lettersOf(bytes)).toContain('digitalsourcetype/')
  }
}

test.each(Object.keys(FILMS))(
  'a video %s: strangers get the film and its first frame without prompt and seed, by link and in public',
  async (which) => {
    const one = await FILMS[which]!()
    const params = { id: one.image }
    const own = await owner.call(api.predictionImages.detail, { params })
    expect(foundIn(await read(own.url), one)).toEqual(
      expect.arrayContaining(one.secrets.filter((secret) => !secret.includes('-'))),
    )

    const { url } = await owner.call(api.predictionImages.share, {
      params,
      body: { show_prompt: false },
    })
    const token = url.split('/').findLast((part) => part !== '')!
    const answer = () => app.call(api.predictionImages.shared, { params: { id: token } })
    await expect.poll(async () => (await answer()).video, ENCODED).not.toBeNull()
    const shared = await answer()
    expect(foundIn(told(shared), one)).toEqual([])
    await expectLabelled(one, { video: shared.video!, frame: shared.url })
    await owner.call(api.predictionImages.unshare, { params })
    for (const file of [shared.video!, shared.url])
      expect([file, await open(file)]).toEqual([file, 404])

    await owner.call(api.predictionImages.update, {
      params,
      body: { is_public: true, own_face: true },
    })
    const stranger = await newPerson(app)
    const seen = () => stranger.call(api.predictionImages.detail, { params })
    await expect.poll(async () => (await seen()).video, ENCODED).not.toBeNull()
    const shown = await seen()
    expect(foundIn(told(shown), one)).toEqual([])
    await expectLabelled(one, { video: shown.video!.url, frame: shown.url })
    const { publication } = await owner.call(api.publications.read, { params })
    await staff.call(api.publications.decide, {
      params: { id: publication!.id },
      body: { action: 'publish' },
    })
    const listed = await app.call(api.civitImages.detail, { params: { id: publication!.id } })
    expect(foundIn(told(listed), one)).toEqual([])
    expect(foundIn(await read(listed.url), one)).toEqual([])
    await owner.call(api.predictionImages.update, { params, body: { is_public: false } })
    for (const file of [shown.video!.url, shown.url, listed.url])
      expect([file, await open(file)]).toEqual([file, 404])
  },
)
