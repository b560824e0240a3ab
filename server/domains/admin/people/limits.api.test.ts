import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { TICKETS_PER_DAY } from '#contract/support.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { PACK } from '#tests/support/bodies.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
let staff: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newAdmin(app)
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())

const limit = ({ id }: TestPerson, reason = 'Many accounts with one card') =>
  staff.call(api.accountLimits.limit, { params: { id }, body: { reason } })
const unlimit = ({ id }: TestPerson) =>
  staff.call(api.accountLimits.unlimit, { params: { id }, body: { reason: 'A family' } })
const object = (person: TestPerson, text = 'We are a family of five.') =>
  person.call(api.accountLimits.object, { body: { text } })
const REFUSED = { status: 403, code: 'account_limited' }

/** What costs credits or money, or shows something to others. */
const changesOf = (
  person: TestPerson,
  image: string,
  shown: string,
): (() => Promise<unknown>)[] => {
  const params = { id: image }
  return [
    () => submit(person, { seed: 7 }),
    () => person.call(api.inferenceJobs.createBatch, { body: { jobs: [{ type: 'RB', image }] } }),
    () => person.call(api.predictionImages.share, { params, body: {} }),
    () => person.call(api.predictionImages.update, { params, body: { is_public: true } }),
    () =>
      person.call(api.communityPeople.comment, { params: { id: shown }, body: { text: 'Nice' } }),
    () => person.call(api.communityPeople.changeProfile, { body: { about: 'Buy here' } }),
    () => person.call(api.billing.checkout, { query: { quantity: '1000' } }),
    () =>
      person.call(api.billing.checkoutSubscription, { body: { plan: 'pro', period: 'monthly' } }),
  ]
}

describe('a limited account', () => {
  it('orders, publishes and buys nothing, and does all of it again after the limit', async () => {
    const person = await newPerson(app)
    const other = await newPerson(app)
    const { image: shown } = await insertPublications(app.db.kysely, other.id)
    const job = await waitForEnd(person, await submit(person))
    const pack = await person.call(api.photoPacks.create, { body: PACK })
    const { id: comment } = await person.call(api.communityPeople.comment, {
      params: { id: shown },
      body: { text: 'Fine light' },
    })
    const changeComment = () =>
      person.call(api.communityPeople.changeComment, {
        params: { id: comment },
        body: { text: 'Buy here' },
      })
    const before = await person.call(api.users.me, {})
    expect(before.limited).toBeNull()

    expect(await limit(person)).toMatchObject({ user: person.id, lifted_at: null })
    const image = job.images[0]!.id
    const publishPack = () =>
      person.call(api.photoPacks.publish, { params: { id: pack.id }, body: {} })
    for (const change of [...changesOf(person, image, shown), publishPack, changeComment])
      await expect(change()).rejects.toMatchObject(REFUSED)
    const { credits, credits_held: held, limited } = await person.call(api.users.me, {})
    expect([credits, held]).toEqual([before.credits, 0])
    expect(limited).toMatchObject({ reason: 'Many accounts with one card' })
    const reasons = async () =>
      (await mailsTo(app, person.email))
        .filter(({ subject }) => subject === 'Your account is limited')
        .map(({ text }) => text)
    await expect.poll(reasons).toEqual([expect.stringContaining('Many accounts with one card')])

    await unlimit(person)
    expect((await person.call(api.users.me, {})).limited).toBeNull()
    await expect(unlimit(person)).rejects.toMatchObject({ code: 'conflict' })
    await waitForEnd(person, await submit(person, { seed: 8 }))
    await person.call(api.predictionImages.share, { params: { id: image }, body: {} })
    await publishPack()
    await changeComment()
    expect(
      (await person.call(api.billing.checkout, { query: { quantity: '1000' } })).url,
    ).toContain('http')
  })

  it('logs in, reads, downloads, exports and deletes; what was ordered before is delivered', async () => {
    const person = await newPerson(app)
    const waiting = await submit(person)
    await limit(person)
    const job = await waitForEnd(person, waiting)
    expect(job.status).toBe('S')
    const { key } = await app.call(api.accounts.login, {
      body: { email: person.email, password: PASSWORD },
    })
    const back = app.as(key)
    const { results } = await back(api.predictionImages.list, { query: {} })
    expect((await fetch(app.url + results[0]!.url)).status).toBe(200)
    const exported = await fetch(`${app.url}${api.account.export.path}`, {
      headers: { authorization: `Token ${key}` },
    })
    expect(JSON.parse(await exported.text())).toMatchObject({
      limits: [{ reason: 'Many accounts with one card', lifted_at: null }],
    })
    await back(api.account.remove, { body: { password: PASSWORD } })
    const left = await app.db.kysely
      .selectFrom('account_limits')
      .select('id')
      .where('user_id', '=', person.id)
      .execute()
    expect(left).toEqual([])
  })

  it('asks back in one ticket, which the team answers by lifting the limit', async () => {
    const person = await newPerson(app)
    await expect(object(person)).rejects.toMatchObject({ code: 'conflict' })
    await limit(person)
    // Those of a day are used up, which takes nobody's right to object.
    const ticket = { subject: 'A question', text: 'How long does a training take?' }
    for (let opened = 0; opened < TICKETS_PER_DAY; opened++)
      await person.call(api.support.create, { body: ticket })
    const [first, second] = await Promise.all([object(person), object(person)])
    expect(first.id).toBe(second.id)
    const { results } = await person.call(api.support.list, { query: {} })
    expect(results[0]).toMatchObject({ subject: 'My account is limited', state: 'open' })
    expect(results[1]).toMatchObject({ subject: 'A question' })
    const { id } = results[0]!
    // Pressed twice, one after the other or at once, it is said once; something else is added.
    await object(person)
    await Promise.all([1, 2, 3].map(() => object(person, 'Please look again.')))
    const { messages } = await person.call(api.support.read, { params: { id } })
    expect(messages.map(({ text }) => text)).toEqual([
      'We are a family of five.',
      'Please look again.',
    ])
    const read = () => staff.call(api.adminTickets.read, { params: { id } })
    expect(await read()).toMatchObject({
      is_objection: true,
      limit: { reason: 'Many accounts with one card' },
    })
    await unlimit(person)
    expect(await read()).toMatchObject({ is_objection: true, limit: null })
    // Of another limit it may ask again.
    await limit(person, 'Once more')
    await object(person)
  })
})

it('is for staff to set, with a reason, and is in the log and on the page of the person', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const body = { reason: 'Because' }
  const call = (as: TestPerson, id: string) =>
    as.call(api.accountLimits.limit, { params: { id }, body })
  await expect(call(other, person.id)).rejects.toMatchObject({ status: 404 })
  await expect(limit(person, 'x')).rejects.toMatchObject({ status: 400 })
  await expect(call(admin, staff.id)).rejects.toMatchObject({ code: 'permission_denied' })
  await expect(call(staff, '01890000-0000-7000-8000-000000000000')).rejects.toMatchObject({
    status: 404,
  })
  const both = await Promise.allSettled([limit(person), limit(person)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await unlimit(person)
  const { results } = await admin.call(api.admin.audit, { query: { user: person.id } })
  expect(results.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
    ['person_unlimited', staff.email, 'A family'],
    ['person_limited', staff.email, 'Many accounts with one card'],
  ])
  const read = await admin.call(api.adminPeople.read, { params: { id: person.id } })
  expect(read).toMatchObject({
    limited: false,
    limits: [{ reason: 'Many accounts with one card', lifted_at: expect.any(String) }],
  })
})
