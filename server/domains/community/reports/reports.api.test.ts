import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { MOST_STRIKES, REPORTS_PER_DAY } from '#contract/reports.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications, publishReviewed } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let staff: TestPerson
let admin: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())
// All drawings of the engine of tests look the same.
afterEach(() => app.db.kysely.deleteFrom('community_refused_images').execute())

const { reports, adminReports, civitImages, predictionImages, publications } = api

type Body = Parameters<typeof app.call<typeof reports.create>>[1]['body']

const report = (body: Body, by: Pick<TestPerson, 'call'> = app) => by.call(reports.create, { body })

const decide = (
  id: string,
  action: 'remove' | 'hide' | 'keep',
  { strike = false, reason = 'Because of our rules' } = {},
) => staff.call(adminReports.decide, { params: { id }, body: { action, reason, strike } })

const openReport = async (id: string) =>
  (await staff.call(adminReports.list, { query: {} })).results.find((one) => one.id === id)

const isSeen = async (image: string): Promise<boolean> =>
  (await app.call(civitImages.list, { query: { limit: '100' } })).results.some(
    ({ id }) => id === image,
  )

let drawn = 0
/** Images of one size are the same to the last pixel. */
const draw = async (person: TestPerson, width = 64 + 8 * drawn++) =>
  (await waitForEnd(person, await submit(person, { width }))).images[0]!

/** An image of this app that everybody sees. */
async function publish(
  person: TestPerson,
  width?: number,
): Promise<{ own: string; id: string; url: string; width: number }> {
  const image = await draw(person, width)
  const id = await publishReviewed(person, staff, image.id)
  const { url } = await app.call(civitImages.detail, { params: { id } })
  return { own: image.id, id, url, width: image.width }
}

const statusOf = async (path: string) => (await fetch(new URL(path, app.url))).status

/** The key in the address of a decision that came by mail. */
async function keyFor(email: string): Promise<string> {
  let key = ''
  await expect
    .poll(async () => {
      const links = (await mailsTo(app, email)).flatMap((mail) => mail.links)
      key =
        links
          .find((link) => link.includes('/decision/'))
          ?.split('/')
          .at(-1) ?? ''
      return key
    })
    .not.toBe('')
  return key
}

describe('a report', () => {
  test('needs no account, names one thing that is there, and is answered by mail', async () => {
    const ada = await newPerson(app)
    const { id: image, url } = await publish(ada)
    const email = `${randomUUID()}@example.com`
    const { id } = await report({ image, reason: 'likeness', text: 'That is me.', email })
    expect(await openReport(id)).toMatchObject({
      kind: 'image',
      item: image,
      reason: 'likeness',
      email,
      hidden: false,
      shown: { picture: expect.stringContaining('/media/') },
    })
    expect(await isSeen(image)).toBe(true)
    expect(await decide(id, 'remove', { strike: true })).toMatchObject({ reports: 1, strikes: 1 })
    expect([await isSeen(image), await statusOf(url)]).toEqual([false, 404])
    const told = await app.call(reports.decision, { params: { id: await keyFor(email) } })
    expect(told).toMatchObject({ reader: 'reporter', action: 'remove', ground: 'likeness' })
    const own = await app.call(reports.decision, { params: { id: await keyFor(ada.email) } })
    expect(own).toMatchObject({ reader: 'owner', reason: 'Because of our rules', automated: false })
    await expect(decide(id, 'keep')).rejects.toMatchObject({ status: 409 })
    const bell = await ada.call(api.notifications.list, { query: {} })
    expect(bell.results.map(({ kind }) => kind)).toEqual(['takedown', 'published'])
  })

  test('is refused for what is not there, for two things at once, and past so many a day', async () => {
    const { image, comment } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const bob = await newPerson(app)
    const refused = (body: Body) => expect(report(body, bob)).rejects.toMatchObject({ status: 400 })
    await refused({ image: randomUUID(), reason: 'spam' })
    await refused({ image: 'nonsense', reason: 'spam' })
    await refused({ image, comment, reason: 'spam' })
    await refused({ reason: 'spam' })
    await expect(report({ image, reason: 'copyright' })).rejects.toMatchObject({
      body: { email: [expect.any(String)] },
    })
    for (let count = 0; count < REPORTS_PER_DAY; count += 1)
      await report({ comment, reason: 'spam' }, bob)
    await expect(report({ comment, reason: 'spam' }, bob)).rejects.toMatchObject({ status: 429 })
    const { results } = await staff.call(adminReports.list, { query: {} })
    const about = results.filter(({ item }) => item === comment)
    expect(about.map(({ same }) => same)).toEqual(about.map(() => REPORTS_PER_DAY))
    expect(await decide(about[0]!.id, 'remove')).toMatchObject({ reports: REPORTS_PER_DAY })
    const { results: comments } = await app.call(api.communityPeople.comments, {
      params: { id: image },
      query: {},
    })
    expect(comments).toEqual([])
  })

  test('finds what an address leads to; of any other address it keeps the address', async () => {
    const { image, creator } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const byAddress = async (url: string) => {
      const { id } = await report({ url, reason: 'other' })
      const { kind, item } = (await openReport(id))!
      await decide(id, 'keep')
      return [kind, item]
    }
    expect(await byAddress(`http://here/es/inspire/images/detail/${image}`)).toEqual([
      'image',
      image,
    ])
    expect(await byAddress(`/inspire/creators/${creator}`)).toEqual(['creator', creator])
    expect(await byAddress('/s/whatever')).toEqual(['address', null])
    const ada = await newPerson(app)
    const { id: published, url, own } = await publish(ada)
    const { url: link } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
    for (const address of [
      url,
      `/img/?url=${encodeURIComponent(url)}&width=256`,
      link,
      `/es${link}`,
    ])
      expect(await byAddress(new URL(address, app.url).href)).toEqual(['image', published])
  })

  test('of a link whose image is published nowhere takes it out of sight, until the owner is right', async () => {
    const ada = await newPerson(app)
    const { id: own } = await draw(ada)
    const { url: link } = await ada.call(predictionImages.share, { params: { id: own }, body: {} })
    const params = { id: link.slice('/s/'.length) }
    const { url: file } = await app.call(predictionImages.shared, { params })
    const isOpen = () =>
      Promise.all([app.call(predictionImages.shared, { params }).catch(() => null), statusOf(file)])
    const { id } = await report({ url: file, reason: 'intimate' })
    const { id: second } = await report({ url: `${app.url}${link}`, reason: 'spam' })
    expect(await openReport(second)).toMatchObject({
      kind: 'share',
      item: own,
      url: link,
      same: 2,
      shown: { picture: expect.stringContaining('/media/') },
    })
    expect(await decide(id, 'remove', { strike: true })).toMatchObject({ reports: 2, strikes: 1 })
    expect(await isOpen()).toEqual([null, 404])
    await expect(
      ada.call(predictionImages.update, { params: { id: own }, body: { is_public: true } }),
    ).rejects.toMatchObject({ status: 409 })
    await objectAndDecide(ada, 'reverse')
    expect(await isOpen()).toEqual([expect.objectContaining({ url: file }), 200])
  })

  test('of a profile empties it, and an objection brings it back', async () => {
    const ada = await newPerson(app)
    const { creator } = await insertPublications(app.db.kysely, ada.id, 'rude words')
    const profile = async () => {
      const { name, about } = await app.call(api.creators.detail, { params: { id: creator } })
      return [name, about]
    }
    const { id } = await report({ creator, reason: 'other' })
    await decide(id, 'remove')
    expect(await profile()).toEqual(['Creator', ''])
    await objectAndDecide(ada, 'reverse')
    expect(await profile()).toEqual(['rude words', 'rude words'])
  })
})

/** The owner objects by the key in the mail, without a session. */
async function objectAndDecide(owner: TestPerson, action: 'uphold' | 'reverse'): Promise<string> {
  const decision = await keyFor(owner.email)
  const body = { decision, text: 'It is mine.' }
  expect(await app.call(reports.appeal, { body })).toMatchObject({ appeal: { state: 'open' } })
  await expect(app.call(reports.appeal, { body })).rejects.toMatchObject({ status: 409 })
  const { results } = await staff.call(adminReports.appeals, { query: {} })
  const { id } = results.find(({ text, reader }) => text === body.text && reader === 'owner')!
  const decided = { params: { id }, body: { action, reason: 'We looked again' } }
  await staff.call(adminReports.decideAppeal, decided)
  await expect(staff.call(adminReports.decideAppeal, decided)).rejects.toMatchObject({
    status: 409,
  })
  return decision
}

describe('what was removed', () => {
  test('is not published again by anybody, until an objection is right', async () => {
    const ada = await newPerson(app)
    const { own, id: image, url, width } = await publish(ada)
    const { id } = await report({ image, reason: 'copyright', email: 'a@example.com' })
    await decide(id, 'remove', { strike: true })
    const publishAgain = (person: TestPerson, params: { id: string }) =>
      person.call(predictionImages.update, { params, body: { is_public: true } })
    await expect(publishAgain(ada, { id: own })).rejects.toMatchObject({ status: 409 })
    const bob = await newPerson(app)
    const copy = await draw(bob, width)
    await expect(publishAgain(bob, copy)).rejects.toMatchObject({ status: 409 })
    const decision = await objectAndDecide(ada, 'reverse')
    expect([await isSeen(image), await statusOf(url)]).toEqual([true, 200])
    expect((await app.call(reports.decision, { params: { id: decision } })).reversed).toBe(true)
    expect((await publishAgain(bob, copy)).is_public).toBe(true)
    const strikes = await app.db.kysely
      .selectFrom('community_strikes')
      .select('lifted_at')
      .execute()
    expect(strikes.some(({ lifted_at: at }) => at !== null)).toBe(true)
  })

  test('takes its copies along, and stays away when a ban is lifted', async () => {
    const [ada, bob] = [await newPerson(app), await newPerson(app)]
    const first = await publish(ada)
    const second = await publish(bob, first.width)
    await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
    await sql`update community_images set state = 'published' where id = ${first.id}`.execute(
      app.db.kysely,
    )
    const { id } = await report({ image: first.id, reason: 'illegal' })
    await decide(id, 'remove')
    expect(await isSeen(second.id)).toBe(false)
    // The person who published a copy reads why, and may object.
    const bell = await bob.call(api.notifications.list, { query: {} })
    expect(bell.results[0]).toMatchObject({ kind: 'takedown', text: 'Because of our rules' })
    const told = await app.call(reports.decision, { params: { id: await keyFor(bob.email) } })
    expect(told).toMatchObject({ reader: 'owner', action: 'remove', ground: 'illegal' })
    await admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
    expect([await isSeen(first.id), await statusOf(first.url)]).toEqual([false, 404])
  })

  test(`ends the account at ${MOST_STRIKES} strikes`, async () => {
    const ada = await newPerson(app)
    const { image, model, comment } = await insertPublications(app.db.kysely, ada.id)
    const answers = []
    for (const named of [{ image }, { model }, { comment }]) {
      const { id } = await report({ ...named, reason: 'copyright', email: 'a@example.com' })
      answers.push(await decide(id, 'remove', { strike: true }))
    }
    expect(answers.map(({ strikes, banned }) => [strikes, banned])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
    await expect(ada.call(api.notifications.list, { query: {} })).rejects.toMatchObject({
      code: 'account_banned',
    })
    await objectAndDecide(ada, 'uphold')
  })
})

describe('what may show a minor', () => {
  test('is hidden and kept at once, the administrators are told, and its owner is stopped', async () => {
    const ada = await newPerson(app)
    const { own, id: image, url } = await publish(ada)
    const { id } = await report({ image, reason: 'minor' })
    expect([await isSeen(image), await statusOf(url)]).toEqual([false, 404])
    expect(await openReport(id)).toMatchObject({
      hidden: true,
      sealed: true,
      shown: { picture: null },
    })
    await expect
      .poll(async () => (await mailsTo(app, admin.email))[0]?.text ?? '')
      .toContain('1-800-843-5678')
    const other = await draw(ada)
    await expect(
      ada.call(predictionImages.update, { params: { id: other.id }, body: { is_public: true } }),
    ).rejects.toMatchObject({ status: 409 })
    const waiting = await staff.call(publications.waiting, { query: { state: 'hidden' } })
    expect(waiting.results.map((one) => one.id)).not.toContain(image)
    // It outlives the image.
    await ada.call(predictionImages.remove, { params: { id: own } })
    const sealed = await readFile(join(app.config.dataDir, 'media', 'sealed', `${image}.png`))
    expect(sealed.length).toBeGreaterThan(0)
    expect(await decide(id, 'remove')).toMatchObject({ banned: true })
    await expect(submit(ada)).rejects.toMatchObject({ code: 'account_banned' })
  })

  test('comes back where the report was wrong', async () => {
    const ada = await newPerson(app)
    const { id: image, url } = await publish(ada)
    const { id } = await report({ image, reason: 'minor' })
    await decide(id, 'keep')
    expect([await isSeen(image), await statusOf(url)]).toEqual([true, 200])
  })
})

test('an intimate image that nobody decides about is hidden after 48 hours', async () => {
  const { id: image, url } = await publish(await newPerson(app))
  const { id } = await report({ image, reason: 'intimate' })
  const { due_at: due, created_at: at } = (await openReport(id))!
  expect(Date.parse(due) - Date.parse(at)).toBe(48 * 3_600_000)
  await app.context.community.sweepReports()
  expect(await isSeen(image)).toBe(true)
  await sql`update community_reports set due_at = now() where id = ${id}`.execute(app.db.kysely)
  await app.context.community.sweepReports()
  expect([await isSeen(image), await statusOf(url)]).toEqual([false, 404])
  await decide(id, 'remove')
})
