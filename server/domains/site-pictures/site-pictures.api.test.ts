import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { homePlace, shownPictures, showPictures } from '#brands/index.ts'
import { SHOWCASE } from '#content/index.ts'
import type { SitePicture, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { api } from '#contract/index.ts'
import { readSourceType } from '#server/domains/media/ai-label.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { claimRedraw } from './claim-redraw.ts'

const calls = api.adminSitePictures
const [SAMPLE] = SHOWCASE
const PLACE = SAMPLE!.file
const ALT = { en: 'A fox', es: 'Un zorro' }

let app: TestApp
let engine: ScriptedEngine
let admin: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  showPictures({})
})
beforeEach(async () => {
  engine.script = finishAll
  await app.db.kysely.deleteFrom('site_pictures').execute()
})

const list = (group?: SitePictureGroup) => admin.call(calls.list, { query: { group } })
const read = async (place = PLACE): Promise<SitePicture> =>
  (await list()).results.find((one) => one.place === place)!
/** An own image, public and safe unless told otherwise. */
async function makeImage(person: TestPerson, { isPublic = true, rating = 'PG' } = {}) {
  const job = await waitForEnd(person, await submit(person))
  const { id } = job.images[0]!
  if (isPublic)
    await person.call(api.predictionImages.update, { params: { id }, body: { is_public: true } })
  await app.db.kysely
    .updateTable('prediction_images')
    .set({ rating })
    .where('id', '=', id)
    .execute()
  return id
}
const choose = async (image: string, place = PLACE, shown?: string) =>
  admin.call(calls.choose, {
    body: { place, image, alt: ALT, shown: shown ?? (await read(place)).url },
  })
/** Until nothing waits or is drawn. */
async function drawAll(): Promise<void> {
  await expect
    .poll(async () => {
      await app.context.sitePictures.sweep()
      return (await list()).left
    })
    .toBe(0)
}

test('a public safe image of the administrator is copied, and stays when the image is deleted', async () => {
  const image = await makeImage(admin)
  const before = await read()
  expect(before).toMatchObject({ url: `/${PLACE}`, source: 'file', can_undo: false })
  const chosen = await choose(image)
  expect(chosen).toMatchObject({ source: 'library', alt: ALT, can_undo: true })
  expect(await app.context.library.deleteForGood(admin.id, [image])).toBe(1)
  await app.context.library.sweep()
  const answer = await fetch(new URL(chosen.url, app.url))
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const file = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(file).toMatchObject({ format: 'webp', width: before.width, height: before.height })
  expect(readSourceType(String(file.xmp))).toBe('trainedAlgorithmicMedia')
  // Every process follows.
  await expect.poll(() => shownPictures()[PLACE]).toEqual({ src: chosen.url, alt: ALT })
  const acts = await app.db.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject', '=', PLACE)
    .execute()
  expect(acts).toEqual([{ action: 'site_picture_changed', actor_id: admin.id }])
})

test('one step goes back, the next undoes that, and the file of the program comes back', async () => {
  const first = await choose(await makeImage(admin))
  const undo = async () =>
    admin.call(calls.undo, { body: { place: PLACE, shown: (await read()).url } })
  expect(await undo()).toMatchObject({ source: 'file', url: `/${PLACE}` })
  expect(await undo()).toMatchObject({ url: first.url })
  const reset = await admin.call(calls.reset, { body: { place: PLACE, shown: first.url } })
  expect(reset).toMatchObject({ source: 'file', can_undo: true })
  expect(await undo()).toMatchObject({ url: first.url })
})

test('what is private, not safe or somebody else’s is refused, and what was changed meanwhile stays', async () => {
  const other = await newPerson(app)
  for (const image of [
    await makeImage(admin, { isPublic: false }),
    await makeImage(admin, { rating: 'Mature' }),
    await makeImage(admin, { rating: 'PG13' }),
    await makeImage(other),
    'nonsense',
  ])
    await expect(choose(image)).rejects.toMatchObject({
      status: 400,
      body: { image: [expect.any(String)] },
    })
  expect(await read()).toMatchObject({ source: 'file' })
  const image = await makeImage(admin)
  await expect(choose(image, PLACE, '/other.webp')).rejects.toMatchObject({ status: 409 })
  await expect(choose(image, 'none.webp', '/none.webp')).rejects.toMatchObject({ status: 404 })
  await expect(
    admin.call(calls.undo, { body: { place: PLACE, shown: `/${PLACE}` } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('parts of a brand’s home page are places of their own, and a file that nothing names goes', async () => {
  const place = homePlace('portrait', 'after')
  const chosen = await choose(await makeImage(admin), place)
  expect(chosen).toMatchObject({ brand: 'portrait', part: 'after', width: 384, height: 480 })
  await expect.poll(() => shownPictures()[place]?.src).toBe(chosen.url)
  const card = { site: 'A', title: 'B', icon: '/icons/atelier-192.png', accent: '#e64980' }
  expect(await app.context.media.drawCard({ ...card, picture: chosen.url })).toBeInstanceOf(Buffer)
  const reset = async () =>
    admin.call(calls.reset, { body: { place, shown: (await read(place)).url } })
  await reset()
  // One step back would show it again.
  expect((await fetch(new URL(chosen.url, app.url))).status).toBe(200)
  await reset()
  expect((await fetch(new URL(chosen.url, app.url))).status).toBe(404)
})

test('images are drawn again from their own words, once each, by the best model', async () => {
  const begun = engine.starts.length
  const ask = () => admin.call(calls.redraw, { body: { group: 'styles' } })
  const { results, model } = await list('styles')
  expect(results.length).toBeGreaterThan(5)
  const [one, two] = results.filter(({ can_redraw: can }) => can)
  const places = [one!.place, two!.place]
  expect(await admin.call(calls.redraw, { body: { places } })).toEqual({ left: 2 })
  expect(await admin.call(calls.redraw, { body: { places } })).toEqual({ left: 2 })
  await Promise.all([app.context.sitePictures.sweep(), app.context.sitePictures.sweep()])
  await drawAll()
  expect(engine.starts).toHaveLength(begun + 2)
  const drawn = await read(one!.place)
  expect(drawn).toMatchObject({
    source: 'redrawn',
    model,
    alt: { en: expect.any(String), es: expect.any(String) },
    redraw: null,
    can_undo: true,
  })
  expect((await fetch(new URL(drawn.url, app.url))).status).toBe(200)
  await ask()
  expect((await admin.call(calls.stop, { body: {} })).left).toBeLessThanOrEqual(1)
})

test('what fails, is empty or should not be seen by everybody replaces nothing', async () => {
  const shown = await choose(await makeImage(admin))
  const ask = () => admin.call(calls.redraw, { body: { places: [PLACE] } })
  const fails = async () => {
    await ask()
    await drawAll()
    expect(await read()).toMatchObject({ url: shown.url, source: 'library', redraw: 'failed' })
  }
  engine.script = () => Promise.reject(new Error('told to'))
  await fails()
  engine.script = finishAll
  engine.sees = { drawing: 0, hentai: 0, neutral: 0, porn: 0.97, sexy: 0.03 }
  await fails()
  engine.sees = null
  await fails()
})

test('one that is drawn when the process ends is drawn by the next, and a choice made meanwhile stays', async () => {
  engine.script = hang
  await admin.call(calls.redraw, { body: { places: [PLACE] } })
  await app.context.sitePictures.sweep()
  expect(await read()).toMatchObject({ redraw: 'drawing' })
  // Killed: nobody says any more that it is being drawn.
  const silent = new Date(Date.now() - 120_000)
  await app.db.kysely.updateTable('site_pictures').set({ seen_at: silent }).execute()
  expect(await claimRedraw(app.db)).toMatchObject({ place: PLACE })
  expect(await claimRedraw(app.db)).toBeNull()
  engine.script = finishAll
  const chosen = await choose(await makeImage(admin))
  await app.context.sitePictures.stop()
  expect(await read()).toMatchObject({ url: chosen.url, redraw: null })
})
