import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { makePng } from '#tests/support/pictures.ts'
import { upload } from '#tests/support/uploads.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { killPrograms } from '#tests/support/run-program.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { killAt } from '../testing/kill-at.ts'

/** What needs nobody to look at it is published at once. */
const FLAGGED = { PUBLICATION_REVIEW: 'flagged' }
const CAN_START_FROM_IMAGES = {
  capabilities: { features: ['negative_prompt' as const, 'image_to_image' as const] },
}

/** The process that is there after the other was killed. */
let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp(CAN_START_FROM_IMAGES, { env: FLAGGED }))
  ada = await newPerson(app)
})
afterAll(async () => {
  killPrograms()
  await app.dispose()
})

let drawn = 0
/** An image that everybody may see, none like another. */
async function draw(): Promise<string> {
  const width = 64 + 8 * drawn++
  const { id } = (await waitForEnd(ada, await submit(ada, { width }))).images[0]!
  await app.db.kysely
    .updateTable('prediction_images')
    .set({ rating: 'PG' })
    .where('id', '=', id)
    .execute()
  return id
}

const change = (image: string, isPublic: boolean) =>
  ada.call(api.predictionImages.update, {
    params: { id: image },
    body: { is_public: isPublic },
  })

/** How an image stands, at one moment: in its owner's library, as a publication, in the lists and in the log. */
async function standingOf(image: string): Promise<unknown[]> {
  const { rows } = await sql<{ standing: unknown[] }>`
    select json_build_array(own.is_public, c.state,
      (select count(*) from community_image_lists l where l.image_id = c.id and l.list = 'all'),
      (select action from audit_log a where a.subject = c.id::text order by a.id desc limit 1)) as standing
    from prediction_images own left join community_images c on c.image_id = own.id
    where own.id = ${image}`.execute(app.db.kysely)
  return rows[0]!.standing
}

/** Kills a process while it makes an image public or takes it back. */
const killChange = (table: string, image: string, isPublic: boolean) =>
  killAt(
    app,
    table,
    {
      by: ada,
      method: 'PATCH',
      path: `/api/prediction_images/${image}/`,
      body: { is_public: isPublic },
    },
    FLAGGED,
  )

test('killed before or while a publication is written, nothing is published', async () => {
  const image = await draw()
  for (const table of ['community_images', 'audit_log'] as const) {
    await killChange(table, image, true)
    await expect.poll(() => standingOf(image)).toEqual([false, null, 0, null])
  }
  await change(image, true)
  expect(await standingOf(image)).toEqual([true, 'published', 1, 'publication_published'])
})

test('killed while what needs no review is listed, it is published by who comes next', async () => {
  const image = await draw()
  await killChange('community_notifications', image, true)
  const [isPublic, state, lists] = await standingOf(image)
  // The other process may have been there already.
  expect([
    [true, 'scanning', 0],
    [true, 'published', 1],
  ]).toContainEqual([isPublic, state, lists])
  await expect
    .poll(async () => {
      await app.context.community.followPublications()
      return standingOf(image)
    })
    .toEqual([true, 'published', 1, 'publication_published'])
})

test('killed while it is taken back, it is published as before, and gone at the next try', async () => {
  const image = await draw()
  await change(image, true)
  await killChange('audit_log', image, false)
  expect(await standingOf(image)).toEqual([true, 'published', 1, 'publication_published'])
  await change(image, false)
  expect(await standingOf(image)).toEqual([false, 'withdrawn', 0, 'publication_withdrawn'])
})

test('killed while the staff decides, it waits as before, and is published at the next try', async () => {
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  const image = await draw()
  // Above what everybody sees, so that it is looked at.
  await sql`update prediction_images set rating = 'Soft' where id = ${image}`.execute(app.db.kysely)
  await change(image, true)
  const { publication } = await ada.call(api.publications.read, { params: { id: image } })
  const { id } = publication!
  const body = { action: 'publish' } as const
  for (const table of ['community_image_lists', 'community_notifications']) {
    const path = `/api/publications/${id}/decide/`
    await killAt(app, table, { by: staff, method: 'POST', path, body }, FLAGGED)
    await expect
      .poll(() => standingOf(image))
      .toEqual([true, 'scanning', 0, 'publication_scanning'])
  }
  expect(await staff.call(api.publications.decide, { params: { id }, body })).toMatchObject({
    state: 'published',
  })
})

test('what was hidden stays away while the decision stands, and waits for the staff afterwards', async () => {
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  const hide = async (named: { image: string } | { model: string }) => {
    const { id } = await app.call(api.reports.create, { body: { ...named, reason: 'spam' } })
    const body = { action: 'hide', reason: 'It is spam' } as const
    await staff.call(api.adminReports.decide, { params: { id }, body })
  }
  /** The owner objects, as the mail about the decision offers, and is right. */
  const reverse = async (item: string) => {
    const { owner_key: decision } = await app.db.kysely
      .selectFrom('community_takedowns')
      .select('owner_key')
      .where('item_id', '=', item)
      .executeTakeFirstOrThrow()
    const text = `It is no spam: ${item}`
    await app.call(api.reports.appeal, { body: { decision, text } })
    const { results } = await staff.call(api.adminReports.appeals, { query: {} })
    const { id } = results.find((one) => one.text === text)!
    const body = { action: 'reverse', reason: 'We looked again' } as const
    await staff.call(api.adminReports.decideAppeal, { params: { id }, body })
  }
  const image = await draw()
  await change(image, true)
  const params = { id: image }
  const { publication } = await ada.call(api.publications.read, { params })
  expect(publication!.state).toBe('published')
  await hide({ image: publication!.id })
  await change(image, false)
  await expect(change(image, true)).rejects.toMatchObject({ status: 409 })
  await reverse(publication!.id)
  await change(image, true)
  await app.context.community.followPublications()
  expect((await standingOf(image))[1]).toBe('scanning')

  const owner = await newPerson(app)
  const { model } = await insertPublications(app.db.kysely, owner.id)
  await hide({ model })
  await owner.call(api.civitModelVersions.remove, { params: { id: model } })
  const again = { params: { id: model }, body: {} }
  await expect(owner.call(api.modelPublishing.publishAgain, again)).rejects.toMatchObject({
    status: 409,
  })
  await reverse(model)
  expect(await owner.call(api.modelPublishing.publishAgain, again)).toMatchObject({
    state: 'scanning',
  })
  await app.context.community.followPublications()
  const { results } = await staff.call(api.modelPublishing.waiting, { query: {} })
  expect(results.map(({ id }) => id)).toContain(model)
})

test('what was made of an uploaded photo waits for the staff, until no face is known to be in it', async () => {
  const photo = await upload(ada, await makePng(64, 64))
  const made = async (image: string) => {
    const job = await submit(ada, { type: 'ITI', image, strength: 0.2 })
    return (await waitForEnd(ada, job)).images[0]!.id
  }
  const stateOf = async (image: string) => {
    await change(image, true)
    const params = { id: image }
    return (await ada.call(api.publications.read, { params })).publication?.state
  }
  const ofPhoto = await made(photo.id)
  expect(await stateOf(await made(ofPhoto))).toBe('scanning')
  expect(await stateOf(ofPhoto)).toBe('scanning')
  const plain = (await waitForEnd(ada, await submit(ada))).images[0]!.id
  expect(await stateOf(await made(plain))).toBe('published')
  const faceless = await made(photo.id)
  await app.db.kysely
    .updateTable('prediction_images')
    .set({ has_face: false })
    .where('id', '=', faceless)
    .execute()
  expect(await stateOf(faceless)).toBe('published')
})
