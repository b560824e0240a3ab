import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SHOWCASE } from '#content/index.ts'
import type { FoundImageModel } from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { createLogger } from '#server/platform/log.ts'
import {
  createScriptedEngine,
  fail,
  finishAll,
  hang,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { resetPicture, undoPicture } from './change-picture.ts'
import { type Claim, claimRedraw, endRedraw, noteDrawing, saveRedraw } from './claim-redraw.ts'
import { createPictureDrawer } from './draw-again.ts'
import { addressOf, keepFile } from './keep-file.ts'
import { listPlaces } from './places.ts'
import { stopRedraws, wantRedraws } from './want-redraws.ts'

const [PLACE, OTHER] = SHOWCASE.map(({ file }) => file) as [string, string]
const ACTOR = randomUUID()

let database: TestDatabase
let engine: ScriptedEngine
let found: FoundImageModel | undefined
let hasFace = false
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())
beforeEach(async () => {
  hasFace = false
  engine = createScriptedEngine()
  found = { engine, image: engine.image, model: (await engine.image.models())[0]! }
  await database.db.kysely.deleteFrom('site_pictures').execute()
})

const depsOf = () => ({
  db: database.db,
  audit: async () => undefined,
  recordCost: async () => undefined,
  bestModel: async () => found,
  seesFace: async () => hasFace,
  moderation: {
    judgePicture: async () => ({ verdict: 'clean' as const, rating: 'PG' as const, scores: null }),
  },
  log: createLogger({ level: 'error' }),
})
const want = (...places: string[]) => wantRedraws(depsOf(), null, { places })
const claim = () => claimRedraw(database.db)
const rowOf = (place = PLACE) =>
  database.db.kysely
    .selectFrom('site_pictures')
    .selectAll()
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
const change = (values: { seen_at?: Date; wanted_at?: Date }) =>
  database.db.kysely.updateTable('site_pictures').set(values).execute()
/** As if the process that draws had said nothing for two minutes. */
const silence = () => change({ seen_at: new Date(Date.now() - 120_000) })
const keep = (words: string) => transact(database.db, (tx) => keepFile(tx, Buffer.from(words)))
const drawn = {
  image: Buffer.from('drawn'),
  model: 'Scripted',
  alt: { en: 'a dog', es: 'un perro' },
}

/** Every process that waits for a session, or for one that waits for it. */
const BEHIND = `with recursive behind (pid) as (
  select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) union
  select other.pid from pg_stat_activity other join behind on behind.pid = any (pg_blocking_pids(other.pid))
) select pid from behind`

/** Begins one after the other while the row of the place is locked, then lets them go on. */
async function race(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>[]> {
  const { pool } = database.db
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = async () => (await pool.query(BEHIND, [rows[0]!.pid])).rows.length
    await client.query('begin')
    await client.query('select from site_pictures where place = $1 for update', [PLACE])
    const one = Promise.allSettled([first()])
    await expect.poll(waiting).toBe(1)
    const other = Promise.allSettled([second()])
    await expect.poll(waiting).toBe(2)
    await client.query('commit')
    return [...(await one), ...(await other)]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** An image that was replaced twice and is being drawn again. */
async function replaceAndClaim(): Promise<{ shown: string; before: string; own: Claim }> {
  const [before, shown] = [await keep('first'), await keep('second')]
  await want(PLACE)
  const own = await claim()
  const alt = { en: 'A fox', es: 'Un zorro' }
  await database.db.kysely
    .updateTable('site_pictures')
    .set({
      shown: JSON.stringify({ hash: shown, alt }),
      previous: JSON.stringify({ hash: before, alt }),
      changed_at: new Date(),
    })
    .execute()
  return { shown, before, own: own! }
}

/** Expects the files of the image that is shown and of the one before. */
async function expectFiles(): Promise<void> {
  const { shown, previous } = await rowOf()
  const files = await database.db.kysely.selectFrom('site_picture_files').select('hash').execute()
  const kept = files.map(({ hash }) => hash)
  const used = [shown, previous].flatMap((one) => one?.hash ?? [])
  expect(kept).toEqual(expect.arrayContaining(used))
}

test('a step back that meets a finished drawing is refused, and no file of a page is removed', async () => {
  const { shown, own } = await replaceAndClaim()
  const [, undone] = await race(
    () => saveRedraw(database.db, own, drawn),
    () => undoPicture(depsOf(), ACTOR, { place: PLACE, shown: addressOf(shown) }),
  )
  expect(undone).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
  expect(await rowOf()).toMatchObject({ shown: { model: 'Scripted' }, previous: { hash: shown } })
  await expectFiles()
})

test('a drawing that ends after a step back replaces nothing', async () => {
  const { shown, before, own } = await replaceAndClaim()
  const [undone, saved] = await race(
    () => undoPicture(depsOf(), ACTOR, { place: PLACE, shown: addressOf(shown) }),
    () => saveRedraw(database.db, own, drawn),
  )
  expect([undone?.status, saved?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(await rowOf()).toMatchObject({ shown: { hash: before }, previous: { hash: shown } })
  await expectFiles()
})

test('processes that ask at once take one image together', async () => {
  await want(PLACE, OTHER)
  const claims = await Promise.all(Array.from({ length: 6 }, claim))
  expect(claims.filter((one) => one !== null)).toHaveLength(1)
})

test('who draws one group leaves the images of the others alone', async () => {
  await want(PLACE)
  expect(await claimRedraw(database.db, 'packs')).toBeNull()
  expect(await claimRedraw(database.db, 'home')).toMatchObject({ place: PLACE })
})

test('a process that was taken for ended changes nothing of the next one’s drawing', async () => {
  await want(PLACE)
  const old = (await claim())!
  await silence()
  const next = (await claim())!
  expect(next.place).toBe(PLACE)
  expect(await noteDrawing(database.db, old)).toBe(false)
  await endRedraw(database.db, old, 'failed')
  await saveRedraw(database.db, old, drawn)
  expect(await rowOf()).toMatchObject({ redraw: 'drawing', shown: null })
  expect(await noteDrawing(database.db, next)).toBe(true)
  await saveRedraw(database.db, next, drawn)
  expect(await rowOf()).toMatchObject({ redraw: null, claim: null, shown: { model: 'Scripted' } })
})

test('what may pass is tried again after a rest, five times in all', async () => {
  const rests: number[] = []
  await want(PLACE)
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await change({ wanted_at: new Date(0) })
    await endRedraw(database.db, (await claim())!, 'passing')
    expect(await claim()).toBeNull()
    rests.push(Math.round(((await rowOf()).wanted_at!.getTime() - Date.now()) / 30_000))
  }
  expect(rests.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(await rowOf()).toMatchObject({ redraw: 'failed', attempts: 5 })
  // Asked again, it begins from the first attempt.
  await want(PLACE)
  expect(await rowOf()).toMatchObject({ redraw: 'wanted', attempts: 0 })
})

test('an image that ends every process is given up, and one that is stopped by hand is not repeated', async () => {
  await want(PLACE)
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await claim()).not.toBeNull()
    await silence()
  }
  expect(await claim()).toBeNull()
  expect(await rowOf()).toMatchObject({ redraw: 'failed' })
  await want(PLACE)
  const own = (await claim())!
  expect(await stopRedraws(depsOf())).toBe(1)
  await endRedraw(database.db, own, 'passing')
  expect(await rowOf()).toMatchObject({ redraw: 'failed' })
})

test('what waits in another group than the one that is stopped goes on waiting', async () => {
  const cover = (await listPlaces('packs')).find(({ drawn: words }) => words !== null)!.place
  await want(PLACE, cover)
  expect(await stopRedraws(depsOf(), 'home')).toBe(1)
  expect(await rowOf()).toMatchObject({ redraw: null })
  expect(await rowOf(cover)).toMatchObject({ redraw: 'wanted' })
  expect(await stopRedraws(depsOf())).toBe(0)
})

test('while the engine is away images wait, and a process that ends takes no attempt', async () => {
  const drawer = createPictureDrawer(depsOf())
  const state = async () => {
    const { redraw, attempts } = await rowOf()
    return [redraw, attempts]
  }
  engine.script = fail(true)
  await want(PLACE)
  await drawer.sweep()
  await expect.poll(state).toEqual(['wanted', 1])
  const working = found
  found = undefined
  await change({ wanted_at: new Date(0) })
  await drawer.sweep()
  await expect.poll(state).toEqual(['wanted', 2])
  found = working
  engine.script = hang
  await change({ wanted_at: new Date(0) })
  await drawer.sweep()
  await expect.poll(() => engine.starts.length).toBe(2)
  await drawer.stop()
  expect(await state()).toEqual(['wanted', 2])
})

test('an engine that never answers is left at the deadline, and the next image is drawn', async () => {
  const working = found!
  const silent = { ...engine.image, follow: () => new Promise<never>(() => undefined) }
  found = { ...working, image: silent }
  const drawer = createPictureDrawer(depsOf(), 100)
  await want(PLACE)
  await drawer.sweep()
  await expect.poll(async () => (await rowOf()).redraw).toBe('failed')
  expect(engine.cancels).toHaveLength(1)
  found = working
  const patient = createPictureDrawer(depsOf())
  await want(OTHER)
  await patient.sweep()
  await expect.poll(async () => (await rowOf(OTHER)).shown).toMatchObject({ model: 'Scripted' })
})

test('a drawing that nobody wants any more is cancelled', async () => {
  const drawer = createPictureDrawer(depsOf())
  engine.script = hang
  await want(PLACE)
  await drawer.sweep()
  await expect.poll(() => engine.starts.length).toBe(1)
  await drawer.sweep()
  expect(engine.cancels).toEqual([])
  await resetPicture(depsOf(), ACTOR, { place: PLACE, shown: `/${PLACE}` })
  await drawer.sweep()
  expect(engine.cancels).toHaveLength(1)
  engine.script = finishAll
  await drawer.stop()
  expect(await rowOf()).toMatchObject({ redraw: null, shown: null })
})

/** Draws an image again to its end. @returns what is shown then */
async function drawToEnd() {
  const drawer = createPictureDrawer(depsOf())
  await want(PLACE)
  await drawer.sweep()
  await expect.poll(async () => (await rowOf()).redraw).toBeNull()
  return (await rowOf()).shown!
}

test('an image that was drawn again is described by the words that it was asked for by', async () => {
  const { alt } = await drawToEnd()
  expect(alt).toEqual({ en: SHOWCASE[0]!.drawn.prompt, es: 'cara de perro estilo 3d' })
})

test('an "AI" stands only on people of models that draw them like photographs', async () => {
  const plain = await drawToEnd()
  hasFace = true
  expect((await drawToEnd()).hash).toBe(plain.hash)
  const { model } = found!
  found = { ...found!, model: { ...model, features: [...model.features, 'photo_person'] } }
  expect((await drawToEnd()).hash).not.toBe(plain.hash)
  hasFace = false
  expect((await drawToEnd()).hash).toBe(plain.hash)
})

test('asked to go on, it draws what is left, and all of it once nothing is', async () => {
  const goOn = () => wantRedraws(depsOf(), null, { places: [PLACE, OTHER], goesOn: true })
  expect(await goOn()).toBe(2)
  await saveRedraw(database.db, (await claim())!, drawn)
  expect(await goOn()).toBe(1)
  await saveRedraw(database.db, (await claim())!, drawn)
  expect(await goOn()).toBe(2)
})
