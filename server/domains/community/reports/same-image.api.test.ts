import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let staff: TestPerson
beforeAll(async () => {
  // Images that need no review are published at once.
  ;({ app } = await startGenerationApp({}, { env: { PUBLICATION_REVIEW: 'flagged' } }))
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())
afterEach(async () => {
  // All drawings of one size look the same.
  await app.db.kysely.deleteFrom('community_refused_images').execute()
  // Objections of one network are limited.
  await app.db.kysely.deleteFrom('rate_limits').execute()
})

const { reports, adminReports, civitImages, modelPublishing, predictionImages, publications } = api

type Body = Parameters<typeof app.call<typeof reports.create>>[1]['body']

/** A report of somebody new: each may send so many a day. */
const report = async (body: Body) => (await newPerson(app)).call(reports.create, { body })

const decide = (id: string, action: 'remove' | 'hide' | 'keep') =>
  staff.call(adminReports.decide, {
    params: { id },
    body: { action, reason: 'Because of our rules', strike: false },
  })

const isSeen = (id: string): Promise<boolean> =>
  app.call(civitImages.detail, { params: { id } }).then(
    () => true,
    () => false,
  )

let drawn = 20
/** An own image that may be shown to everybody. */
async function draw(person: TestPerson, width = 64 + 8 * drawn++) {
  const { id } = (await waitForEnd(person, await submit(person, { width }))).images[0]!
  await app.db.kysely
    .updateTable('prediction_images')
    .set({ rating: 'PG' })
    .where('id', '=', id)
    .execute()
  return { own: id, width }
}

const show = (person: TestPerson, own: string, isPublic = true) =>
  person.call(predictionImages.update, { params: { id: own }, body: { is_public: isPublic } })

const publicationOf = async (person: TestPerson, own: string) =>
  (await person.call(publications.read, { params: { id: own } })).publication!

async function publish(person: TestPerson, width?: number) {
  const image = await draw(person, width)
  await show(person, image.own)
  const { id, state } = await publicationOf(person, image.own)
  expect(state).toBe('published')
  return { ...image, id }
}

const keysOf = async (item: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select owner_key as key from community_takedowns where item_id = ${item} order by id`.execute(
    app.db.kysely,
  )
  return rows.map((row) => row.key)
}

/** An objection to a decision. */
async function object(decision: string) {
  const text = randomUUID()
  await app.call(reports.appeal, { body: { decision, text } })
  const { results } = await staff.call(adminReports.appeals, { query: {} })
  return results.find((one) => one.text === text)!
}

const reverse = ({ id }: { id: string }, copies = false) =>
  staff.call(adminReports.decideAppeal, {
    params: { id },
    body: { action: 'reverse', copies, reason: 'We looked again' },
  })

test('an image that its owner takes back before the decision is not published past it', async () => {
  const ada = await newPerson(app)
  const { own, id: image } = await publish(ada)
  const { id } = await report({ image, reason: 'likeness' })
  await show(ada, own, false)
  await decide(id, 'hide')
  await expect(show(ada, own)).rejects.toMatchObject({
    status: 409,
    body: { detail: 'Our team has hidden this image.' },
  })
  expect((await publicationOf(ada, own)).state).toBe('withdrawn')
  await reverse(await object((await keysOf(image))[0]!))
  expect((await publicationOf(ada, own)).state).toBe('withdrawn')
  // The decision is gone; the staff looks at it once more.
  await show(ada, own)
  expect((await publicationOf(ada, own)).state).toBe('scanning')
})

test.each([
  ['taken back', (ada: TestPerson, own: string) => show(ada, own, false)],
  [
    'deleted',
    (ada: TestPerson, own: string) => ada.call(predictionImages.remove, { params: { id: own } }),
  ],
])(
  'an image that its owner has %s while it is removed comes back to its owner alone',
  async (_how, act) => {
    const ada = await newPerson(app)
    const { own, id: image } = await publish(ada)
    await decide((await report({ image, reason: 'likeness' })).id, 'remove')
    await act(ada, own)
    await reverse(await object((await keysOf(image))[0]!))
    expect((await publicationOf(ada, own)).state).toBe('withdrawn')
  },
)

test('nor is a model', async () => {
  const ada = await newPerson(app)
  const { model } = await insertPublications(app.db.kysely, ada.id)
  const again = () => ada.call(modelPublishing.publishAgain, { params: { id: model }, body: {} })
  const { id } = await report({ model, reason: 'likeness' })
  await ada.call(api.civitModelVersions.remove, { params: { id: model } })
  await decide(id, 'hide')
  await expect(again()).rejects.toMatchObject({ status: 409 })
  await reverse(await object((await keysOf(model))[0]!))
  expect((await again()).state).toBe('scanning')
})

test('of an owner who publishes again while it is decided, the decision holds', async () => {
  const ada = await newPerson(app)
  for (let round = 0; round < 5; round++) {
    const { own, id: image } = await publish(ada)
    const { id } = await report({ image, reason: 'likeness' })
    await show(ada, own, false)
    await Promise.all([decide(id, 'hide'), show(ada, own).catch(() => null)])
    await app.context.community.followPublications()
    expect(await isSeen(image)).toBe(false)
    expect(['hidden', 'withdrawn']).toContain((await publicationOf(ada, own)).state)
  }
})

test('a decision about a link holds for what explore shows, and the other way round', async () => {
  const ada = await newPerson(app)
  const { own } = await draw(ada)
  const { url } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
  const { id: ofLink } = await report({ url: `${app.url}${url}`, reason: 'spam' })
  await show(ada, own)
  const { id: image } = await publicationOf(ada, own)
  await decide(ofLink, 'hide')
  const { id: later } = await report({ image, reason: 'minor' })
  await decide(later, 'keep')
  const params = { id: url.slice('/s/'.length) }
  await expect(app.call(predictionImages.shared, { params })).rejects.toMatchObject({ status: 404 })
  expect(await isSeen(image)).toBe(false)
})

test('an image comes back with a decision about its link that outlived a ban', async () => {
  const [ada, admin] = [await newPerson(app), await newAdmin(app)]
  const { own } = await draw(ada)
  const { url } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
  const { id } = await report({ url: `${app.url}${url}`, reason: 'spam' })
  await show(ada, own)
  const { id: image } = await publicationOf(ada, own)
  const params = { id: ada.id }
  await admin.call(api.adminPeople.ban, { params, body: { reason: 'Spam' } })
  await decide(id, 'hide')
  await admin.call(api.adminPeople.unban, { params, body: { reason: 'Fine' } })
  expect(await isSeen(image)).toBe(false)
  await reverse(await object((await keysOf(own))[0]!))
  expect(await isSeen(image)).toBe(true)
})

test('nor does what the review has hidden come back with a decision about a link', async () => {
  const ada = await newPerson(app)
  const { own } = await draw(ada)
  const { url } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
  const { id } = await report({ url: `${app.url}${url}`, reason: 'spam' })
  await show(ada, own)
  const { id: image } = await publicationOf(ada, own)
  await app.db.kysely
    .updateTable('community_images')
    .set({ flagged: true })
    .where('id', '=', image)
    .execute()
  await show(ada, own, false)
  await show(ada, own)
  await decide(id, 'hide')
  await staff.call(publications.decide, { params: { id: image }, body: { action: 'hide' } })
  await reverse(await object((await keysOf(own))[0]!))
  expect((await publicationOf(ada, own)).state).toBe('hidden')
})

test('reports of a link and of what explore shows are decided at once', async () => {
  const ada = await newPerson(app)
  const { own } = await draw(ada)
  const { url } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
  const { id: ofLink } = await report({ url: `${app.url}${url}`, reason: 'spam' })
  await show(ada, own)
  const { id: image } = await publicationOf(ada, own)
  await report({ image, reason: 'minor' })
  expect(await isSeen(image)).toBe(false)
  expect(await decide(ofLink, 'keep')).toMatchObject({ reports: 2 })
  expect(await isSeen(image)).toBe(true)
})

test('what is removed with a copy answers the reports of it', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const second = await publish(bob, first.width)
  const { id: ofCopy } = await report({ image: second.id, reason: 'intimate' })
  await sql`update community_reports set due_at = now() where id = ${ofCopy}`.execute(app.db.kysely)
  await app.context.community.sweepReports()
  const { id } = await report({ image: first.id, reason: 'illegal' })
  await decide(id, 'remove')
  await expect(decide(ofCopy, 'keep')).rejects.toMatchObject({ status: 409 })
  expect(await isSeen(second.id)).toBe(false)
})

test('an objection that is right offers the copies, too', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const second = await publish(bob, first.width)
  const { id } = await report({ image: first.id, reason: 'illegal' })
  await decide(id, 'remove')
  const ofBob = await object((await keysOf(second.id))[0]!)
  expect(ofBob.copies).toBe(0)
  const ofAda = await object((await keysOf(first.id))[0]!)
  expect(ofAda.copies).toBe(1)
  await reverse(ofAda, true)
  expect([await isSeen(first.id), await isSeen(second.id)]).toEqual([true, true])
  await expect(reverse(ofBob)).rejects.toMatchObject({ status: 409 })
  const told = await app.call(reports.decision, { params: { id: (await keysOf(second.id))[0]! } })
  expect(told).toMatchObject({ reversed: true, appeal: { state: 'reversed' } })
})

test('copies stay removed where only the first owner was right', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const second = await publish(bob, first.width)
  const { id } = await report({ image: first.id, reason: 'illegal' })
  await decide(id, 'remove')
  await reverse(await object((await keysOf(first.id))[0]!))
  expect([await isSeen(first.id), await isSeen(second.id)]).toEqual([true, false])
})

test('each decision gives back what it took, and to where it took it from', async () => {
  const [ada, bob, eva] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const [waiting, hidden] = [await publish(bob, first.width), await publish(eva, first.width)]
  await app.db.kysely.updateTable('community_images').set({ flagged: true }).execute()
  for (const [owner, { own, id }] of [
    [bob, waiting],
    [eva, hidden],
  ] as const) {
    await show(owner, own, false)
    await show(owner, own)
    expect((await publicationOf(owner, own)).id).toBe(id)
  }
  const { publications: reviews } = api
  await staff.call(reviews.decide, { params: { id: hidden.id }, body: { action: 'hide' } })
  const states = async () => [
    (await publicationOf(ada, first.own)).state,
    (await publicationOf(bob, waiting.own)).state,
    (await publicationOf(eva, hidden.own)).state,
  ]
  const before = await states()
  expect(before).toEqual(['published', 'scanning', 'hidden'])
  const { id } = await report({ image: first.id, reason: 'illegal' })
  await decide(id, 'remove')
  expect(await states()).toEqual(['removed', 'removed', 'removed'])
  const [ofBob] = await keysOf(waiting.id)
  const told = () => app.call(reports.decision, { params: { id: ofBob! } })
  expect(await told()).toMatchObject({ copy: true, reversed: false })
  await reverse(await object((await keysOf(first.id))[0]!), true)
  expect(await states()).toEqual(before)
  expect(await told()).toMatchObject({ copy: true, reversed: true })
})

test('a copy comes back with its own decision alone, though its pixels are those of another', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const second = await publish(bob, first.width)
  await decide((await report({ image: first.id, reason: 'illegal' })).id, 'remove')
  await reverse(await object((await keysOf(first.id))[0]!))
  await decide((await report({ image: first.id, reason: 'likeness' })).id, 'remove')
  const again = await object((await keysOf(first.id))[1]!)
  expect(again.copies).toBe(0)
  await reverse(again, true)
  expect([await isSeen(first.id), await isSeen(second.id)]).toEqual([true, false])
  await reverse(await object((await keysOf(second.id))[0]!))
  expect(await isSeen(second.id)).toBe(true)
})

test('a copy that two objections bring back at once comes back once', async () => {
  for (let round = 0; round < 3; round++) {
    const [ada, bob] = [await newPerson(app), await newPerson(app)]
    const first = await publish(ada)
    const second = await publish(bob, first.width)
    await decide((await report({ image: first.id, reason: 'illegal' })).id, 'remove')
    const ofAda = await object((await keysOf(first.id))[0]!)
    const ofBob = await object((await keysOf(second.id))[0]!)
    const answers = await Promise.allSettled([reverse(ofAda, true), reverse(ofBob)])
    // Only the objection to the copy's removal may be too late.
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.filter((error: { status: number }) => error.status !== 409)).toEqual([])
    expect(answers[0].status).toBe('fulfilled')
    expect([await isSeen(first.id), await isSeen(second.id)]).toEqual([true, true])
    const { rows } = await sql`
      select from audit_log where subject = ${second.id} and action = 'publication_published'`.execute(
      app.db.kysely,
    )
    // When it came, and when it came back.
    expect(rows).toHaveLength(2)
  }
})

test('what was decided about a copy outlives the decision that it went with', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const first = await publish(ada)
  const second = await publish(bob, first.width)
  await decide((await report({ image: first.id, reason: 'illegal' })).id, 'remove')
  // As the deletion of an account does it.
  await app.db.kysely.deleteFrom('community_creators').where('user_id', '=', ada.id).execute()
  const [key] = await keysOf(second.id)
  const told = () => app.call(reports.decision, { params: { id: key! } })
  expect(await told()).toMatchObject({ copy: false, action: 'remove', reversed: false })
  await reverse(await object(key!))
  expect(await isSeen(second.id)).toBe(true)
})

test('a profile that two decisions emptied comes back with the last of them', async () => {
  const ada = await newPerson(app)
  const { creator } = await insertPublications(app.db.kysely, ada.id, 'rude words')
  const name = async () => (await app.call(api.creators.detail, { params: { id: creator } })).name
  for (const reason of ['spam', 'other'] as const)
    await decide((await report({ creator, reason })).id, 'remove')
  const [one, two] = await keysOf(creator)
  await reverse(await object(one!))
  expect(await name()).toBe('Creator')
  await reverse(await object(two!))
  expect(await name()).toBe('rude words')
})
