import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type AppContext, createAppContext } from '#server/app/context.ts'
import { createLogger } from '#server/platform/log.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const { predictionImages: pictures } = api
let app: TestApp
/** A second node on the same database and files, with a memory of its own. */
let otherNode: AppContext
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  const { config, db } = app
  const log = createLogger({ level: 'error' })
  otherNode = await createAppContext({ config, db, log, overrides: { pages: false } })
})
afterAll(async () => {
  await otherNode.dispose()
  await app.dispose()
})

const make = async (person: TestPerson, body: Parameters<typeof submit>[1] = {}) =>
  (await waitForEnd(person, await submit(person, body))).images

const list = (person: TestPerson, query: Record<string, string> = {}) =>
  person.call(pictures.list, { query })

const notFound = { status: 404, code: 'not_found' }

test('own pictures, newest first, page by page and back', async () => {
  const person = await newPerson(app)
  await make(person, { num_images: 3 })
  await make(person, { num_images: 4 })
  const all = (await list(person)).results.map(({ id }) => id)
  expect(all).toHaveLength(7)
  expect(all).toEqual(all.toSorted().toReversed())

  const read = async (url: string) => {
    const response = await fetch(new URL(url, app.url), {
      headers: { authorization: `Token ${person.token}` },
    })
    return pictures.list.response.parse(await response.json())
  }
  const first = await list(person, { limit: '3' })
  expect(first.previous).toBeNull()
  const second = await read(first.next!)
  const third = await read(second.next!)
  expect(third.next).toBeNull()
  const walked = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id))
  expect(walked).toEqual(all)
  expect((await read(third.previous!)).results).toEqual(second.results)
  const back = await read((await read(third.previous!)).previous!)
  expect(back.results).toEqual(first.results)
  expect(back.previous).toBeNull()
  await expect(list(person, { cursor: 'nonsense' })).rejects.toMatchObject({
    status: 400,
    body: { cursor: expect.anything() },
  })
})

test('filters', async () => {
  const person = await newPerson(app)
  const [fox] = await make(person, { prompt: 'a 100% red_fox' })
  const [owl] = await make(person, { prompt: 'an owl' })
  await person.call(pictures.update, { params: { id: owl!.id }, body: { is_favorite: true } })
  const ids = async (query: Record<string, string>) =>
    (await list(person, query)).results.map(({ id }) => id)
  expect(await ids({ favorite: 'true' })).toEqual([owl!.id])
  expect(await ids({ favorite: 'false' })).toEqual([fox!.id])
  expect(await ids({ search: 'RED_F' })).toEqual([fox!.id])
  expect(await ids({ search: '0% r' })).toEqual([fox!.id])
  expect(await ids({ search: '_' })).toEqual([fox!.id])
  expect(await ids({ job: owl!.job })).toEqual([owl!.id])
  expect(await ids({ job: 'nonsense' })).toEqual([])
  expect(await ids({ type: 'TTI' })).toHaveLength(2)
  expect(await ids({ type: 'FS' })).toEqual([])
  expect(await ids({ type: 'FS,TTI' })).toHaveLength(2)
  await expect(ids({ type: 'FS,XX' })).rejects.toMatchObject({ status: 400 })
})

test('a private image is nobody else’s; a public one can be seen, not changed', async () => {
  const owner = await newPerson(app)
  const other = await newPerson(app)
  const [picture] = await make(owner)
  const params = { id: picture!.id }
  await expect(other.call(pictures.detail, { params })).rejects.toMatchObject(notFound)
  await expect(other.call(pictures.parameters, { params })).rejects.toMatchObject(notFound)

  const shown = await owner.call(pictures.update, {
    params,
    body: { is_public: true, is_favorite: true, alt: 'A fox' },
  })
  expect(shown).toMatchObject({ is_public: true, alt: 'A fox', is_favorite: true })
  expect(shown.url).toContain('sig=')
  const seen = await other.call(pictures.detail, { params })
  expect(seen).toMatchObject({
    id: picture!.id,
    job: null,
    is_favorite: false,
    show_prompt: false,
    prompt: null,
    negative_prompt: null,
    seed: null,
    model: null,
  })
  expect((await fetch(new URL(seen.url, app.url))).status).toBe(200)
  await expect(other.call(pictures.parameters, { params })).rejects.toMatchObject(notFound)
  await expect(other.call(pictures.reproduction, { params })).rejects.toMatchObject(notFound)
  await owner.call(pictures.update, { params, body: { is_public: true, show_prompt: true } })
  expect(await other.call(pictures.detail, { params })).toMatchObject({
    url: seen.url,
    prompt: picture!.prompt,
    seed: picture!.seed,
    show_prompt: true,
  })
  expect(await other.call(pictures.parameters, { params })).toMatchObject({
    prompt: picture!.prompt,
  })
  // Left out, it is hidden again.
  await owner.call(pictures.update, { params, body: { is_public: true } })
  expect(await other.call(pictures.detail, { params })).toMatchObject({ prompt: null })
  for (const attempt of [
    () => other.call(pictures.update, { params, body: { alt: 'mine' } }),
    () => other.call(pictures.remove, { params }),
    () => other.call(pictures.restore, { params, body: {} }),
    () => other.call(pictures.update, { params: { id: 'nonsense' }, body: {} }),
  ]) {
    await expect(attempt()).rejects.toMatchObject(notFound)
  }
  expect((await list(other)).results).toEqual([])

  await owner.call(pictures.update, { params, body: { is_public: false } })
  expect((await fetch(new URL(seen.url, app.url))).status).toBe(404)
  await owner.call(pictures.update, { params, body: { is_public: true } })
  const again = await other.call(pictures.detail, { params })
  expect((await fetch(new URL(again.url, app.url))).status).toBe(200)
  expect((await fetch(new URL(seen.url, app.url))).status).toBe(404)
  await owner.call(pictures.update, { params, body: { is_public: false } })
  await expect(
    owner.call(pictures.update, { params, body: { show_prompt: true } }),
  ).rejects.toMatchObject({ status: 400, body: { show_prompt: expect.any(Array) } })
  expect(await owner.call(pictures.update, { params, body: {} })).toMatchObject({ alt: 'A fox' })
})

test('delete hides at once, restore brings it back, later the files are gone', async () => {
  const person = await newPerson(app)
  const [one, two] = await make(person, { num_images: 2 })
  const file = (picture: typeof one) =>
    join(
      app.config.dataDir,
      'media',
      'pictures',
      person.id,
      picture!.job,
      `${picture!.index}-1.png`,
    )
  const small = resizedImageUrl({ url: one!.url, width: 32 })
  const nodes = [app.context, otherNode]
  const statuses = async () => {
    const asked = nodes.flatMap((node) =>
      [one!.url, small].map((url) => node.http!.inject({ url })),
    )
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  for (const { id } of [one!, two!]) await person.call(pictures.remove, { params: { id } })
  // The signed addresses too, at every node, though each has the resized copy in its memory.
  expect(await statuses()).toEqual([404, 404, 404, 404])
  const params = { id: one!.id }
  await expect(person.call(pictures.detail, { params })).rejects.toMatchObject(notFound)
  await expect(person.call(pictures.remove, { params })).rejects.toMatchObject(notFound)
  expect((await list(person)).results).toEqual([])
  const job = await person.call(api.inferenceJobs.detail, { params: { id: one!.job } })
  expect(job).toMatchObject({ status: 'S', images: [], cost: { captured: 2 } })
  expect((await person.call(api.inferenceJobs.success, { query: {} })).count).toBe(0)

  await person.call(pictures.restore, { params, body: {} })
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await list(person)).results.map(({ id }) => id)).toEqual([one!.id])
  expect(existsSync(file(two))).toBe(true)
  await app.db.pool.query(
    `update prediction_images set deleted_at = now() - interval '31 days' where id = $1`,
    [two!.id],
  )
  const late = person.call(pictures.restore, { params: { id: two!.id }, body: {} })
  await expect(late).rejects.toMatchObject(notFound)
  await app.context.library.sweep()
  await expect.poll(() => existsSync(file(two))).toBe(false)
  expect(existsSync(file(one))).toBe(true)
})

test('get_parameters is a request that makes the picture again', async () => {
  const person = await newPerson(app)
  const asked = { prompt: 'a fox, red', negative_prompt: 'blur', num_images: 2, style: 'flat' }
  const [, second] = await make(person, asked)
  const { model_hash, text, ...request } = await person.call(pictures.parameters, {
    params: { id: second!.id },
  })
  expect(request).toMatchObject({ ...asked, num_images: 1, seed: second!.seed })
  expect(model_hash).toBe('a'.repeat(64))
  expect(text).toBe(
    `a fox, red\nNegative prompt: blur\nSteps: 20, Sampler: Euler a, CFG scale: 4, Seed: ${second!.seed}, Size: 64x64, Model hash: aaaaaaaaaa, Model: scripted-model, Style: flat, Version: Atelier`,
  )
  const [again] = await make(person, request as Parameters<typeof submit>[1])
  expect(again).toMatchObject({ seed: second!.seed, prompt: asked.prompt })
})

test('whose picture a file is is found by an index, however many there are', async () => {
  const plan = await app.db.kysely.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql`explain select from prediction_images
      where storage_key = 'a' or marked_storage_key = 'a'`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan')
})
