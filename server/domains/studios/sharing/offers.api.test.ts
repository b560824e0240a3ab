import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { limitPerson } from '#tests/support/limit-person.ts'
import { PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  answer,
  auditOf,
  draw,
  offer,
  shared,
  sharesOf,
  subjectsTo,
  revokeShare,
  trained,
} from '../testing/share-app.ts'
import { create, refusal, remove, resetEngine, startStudios } from '../testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  studios = await startStudios()
  ;({ app } = studios)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  resetEngine(studios.engine)
  ada = await studios.owner()
  ben = await studios.owner({ plan: 'free', credits: 100 })
})

describe('an offer', () => {
  test('is shown to the account of the address and told to it once, and is of no use before it is accepted', async () => {
    const studio = await trained(ada)
    const share = await offer(ada, studio, { email: ben.email.toUpperCase() })
    expect(share).toMatchObject({
      state: 'offered',
      email: ben.email.toUpperCase(),
      ended_by: null,
    })
    const days = (Date.parse(share.expires_at) - Date.parse(share.created_at)) / 86_400_000
    expect(days).toBeCloseTo(30, 2)
    await Promise.all([1, 2, 3].map(() => app.context.studios.sweep()))
    await expect.poll(() => subjectsTo(app, ben)).toEqual(['A trained model is offered to you'])
    const [mail] = await mailsTo(app, ben.email)
    // Its owner's address, and nothing that the owner wrote.
    expect(mail!.text).toContain(ada.email)
    expect(mail!.text).not.toContain('Hills')
    expect(mail!.links).toEqual([expect.stringContaining('/train/loras/all')])

    const [seen] = await shared(ben)
    expect(seen).toMatchObject({
      id: share.id,
      state: 'offered',
      project_name: 'Ada of the Hills',
      owner: { name: 'Ada', email: ada.email },
      created_model_version: null,
      thumbnails: [],
    })
    expect(JSON.stringify(seen)).not.toContain('/img/')
    const lora = studio.created_model_version!
    expect(await refusal(draw(ben, lora))).toMatchObject({ status: 400 })
    // Nobody else's.
    const eve = await studios.owner()
    expect(await shared(eve)).toEqual([])
    for (const person of [eve, ada])
      expect(await refusal(answer(person, share, 'accept'))).toMatchObject({ status: 404 })
    expect(await refusal(revokeShare(ben, share))).toMatchObject({ status: 404 })
    expect(await refusal(sharesOf(ben, studio))).toMatchObject({ status: 404 })
    expect(await refusal(offer(ben, studio, eve))).toMatchObject({ status: 404 })
  })

  test('is not made by somebody limited, who may still take one back', async () => {
    const studio = await trained(ada)
    const share = await offer(ada, studio, ben)
    await limitPerson(app, ada)
    const eve = await studios.owner()
    expect(await refusal(offer(ada, studio, eve))).toMatchObject({ code: 'account_limited' })
    await revokeShare(ada, share)
  })

  test('says nothing of whether the address has an account, and waits for one that is proved', async () => {
    const studio = await trained(ada)
    const email = `nobody-${studio.id}@example.com`
    const [there, nowhere] = [await offer(ada, studio, ben), await offer(ada, studio, { email })]
    const shapeOf = (share: typeof there) => ({
      ...share,
      id: '',
      email: '',
      created_at: '',
      expires_at: '',
    })
    expect(shapeOf(nowhere)).toEqual(shapeOf(there))
    await app.context.studios.sweep()
    const { results } = await sharesOf(ada, studio)
    expect(results.map(shapeOf)).toEqual([shapeOf(there), shapeOf(there)])
    expect(await subjectsTo(app, { email })).toEqual([])

    const made = { email, password: PASSWORD, firstName: 'Cy' }
    const { id } = await app.context.accounts.createUser({ ...made, verified: false })
    const body = { email, password: PASSWORD }
    const cy = app.as((await app.call(api.accounts.login, { body })).key)
    await app.context.studios.sweep()
    expect((await cy(api.modelShares.list, { query: {} })).results).toEqual([])
    expect(await subjectsTo(app, { email })).toEqual([])
    await sql`update users set email_verified_at = now() where id = ${id}`.execute(app.db.kysely)
    await app.context.studios.sweep()
    await expect
      .poll(() => subjectsTo(app, { email }))
      .toEqual(['A trained model is offered to you'])
    expect((await cy(api.modelShares.list, { query: {} })).results).toHaveLength(1)
  })

  test('can be declined for good, expires after its time, and is made again after it was taken back', async () => {
    const studio = await trained(ada)
    const first = await offer(ada, studio, ben)
    await revokeShare(ada, first)
    await revokeShare(ada, first)
    expect(await refusal(answer(ben, first, 'accept'))).toMatchObject({ status: 409 })
    const second = await offer(ada, studio, ben)
    await sql`update model_shares set expires_at = now() - interval '1 second' where id = ${second.id}`.execute(
      app.db.kysely,
    )
    expect(await shared(ben)).toEqual([])
    expect(await refusal(answer(ben, second, 'accept'))).toMatchObject({ status: 409 })
    await app.context.studios.sweep()
    const third = await offer(ada, studio, ben)
    expect(await answer(ben, third, 'decline')).toMatchObject({ state: 'declined' })
    expect(await answer(ben, third, 'decline')).toMatchObject({ state: 'declined' })
    expect(await refusal(answer(ben, third, 'accept'))).toMatchObject({ status: 409 })
    const { results } = await sharesOf(ada, studio)
    expect(results.map(({ state }) => state)).toEqual(['declined', 'expired', 'withdrawn'])
    expect(await auditOf(app, third)).toEqual(['model_share_offered', 'model_share_declined'])
    await expect
      .poll(() => subjectsTo(app, ada))
      .toEqual(['Your offer of Ada of the Hills was declined'])
  })

  test('to one who declined is refused', async () => {
    const studio = await trained(ada)
    await answer(ben, await offer(ada, studio, ben), 'decline')
    expect(await refusal(offer(ada, studio, ben))).toMatchObject({
      status: 409,
      body: { detail: 'This address declined the model. It is not asked again.' },
    })
  })

  test('is refused for what cannot be shared, to oneself, and by who has not proved an address', async () => {
    const fresh = await create(ada)
    expect(await sharesOf(ada, fresh)).toEqual({ hindrance: 'not_trained', results: [] })
    expect(await refusal(offer(ada, fresh, ben))).toMatchObject({ status: 409 })
    const studio = await trained(ada)
    expect(await sharesOf(ada, studio)).toEqual({ hindrance: null, results: [] })
    expect(await refusal(offer(ada, studio, ada))).toMatchObject({ status: 400, code: 'invalid' })
    expect(await refusal(offer(ada, studio, { email: 'nobody' }))).toMatchObject({ status: 400 })
    await sql`update users set email_verified_at = null where id = ${ada.id}`.execute(app.db.kysely)
    expect(await refusal(offer(ada, studio, ben))).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    })
    await sql`update users set email_verified_at = now() where id = ${ada.id}`.execute(
      app.db.kysely,
    )
    await sql`update lora_trainings set training_type = 'Showcase' where id = ${studio.id}`.execute(
      app.db.kysely,
    )
    expect(await sharesOf(ada, studio)).toMatchObject({ hindrance: 'public' })
    expect(await refusal(offer(ada, studio, ben))).toMatchObject({ status: 409 })
  })

  test('is made to ten at a time and not to the same address over and over', async () => {
    const studio = await trained(ada)
    const to = (number: number) => ({ email: `${number}-${studio.id}@example.com` })
    const made = await Promise.allSettled(
      Array.from({ length: 13 }, (_, at) => offer(ada, studio, to(at))),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const { results } = await sharesOf(ada, studio)
    expect(results).toHaveLength(10)
    const last = results[0]!
    await revokeShare(ada, last)
    // Twice in the first place, so that the third is the last of the day.
    for (const _again of [2, 3]) await revokeShare(ada, await offer(ada, studio, last))
    expect(await refusal(offer(ada, studio, last))).toMatchObject({ status: 429 })
    expect((await offer(ada, studio, ben)).state).toBe('offered')
  })
})

describe('of two at once', () => {
  const settled = async (...calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((one) => one.status === 'fulfilled')
  const stateOf = async ({ id }: { id: string }) =>
    (
      await app.db.kysely
        .selectFrom('model_shares')
        .select(['state', 'guest_id'])
        .where('id', '=', id)
        .executeTakeFirst()
    )?.state

  test('accepting and taking back end as taken back, whichever is first', async () => {
    const studio = await trained(ada)
    const share = await offer(ada, studio, ben)
    const [, revoked] = await settled(answer(ben, share, 'accept'), revokeShare(ada, share))
    expect(revoked).toBe(true)
    expect(await stateOf(share)).toBe('withdrawn')
    expect(await refusal(draw(ben, studio.created_model_version!))).toMatchObject({ status: 400 })
  })

  test('accepting twice is accepted once, and accepting and declining is one of them', async () => {
    const studio = await trained(ada)
    const share = await offer(ada, studio, ben)
    const all = Array.from({ length: 6 }, () => answer(ben, share, 'accept'))
    expect(await settled(...all)).toEqual(all.map(() => true))
    expect(await auditOf(app, share)).toEqual(['model_share_offered', 'model_share_accepted'])
    await expect.poll(() => subjectsTo(app, ada)).toEqual(['Ada of the Hills is now shared'])
    const cy = await studios.owner()
    const other = await offer(ada, studio, cy)
    const done = await settled(answer(cy, other, 'accept'), answer(cy, other, 'decline'))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await stateOf(other)).toBe(done[0] ? 'accepted' : 'declined')
  })

  test('accepting while the studio is deleted leaves nothing shared', async () => {
    const studio = await trained(ada)
    const share = await offer(ada, studio, ben)
    const [, removed] = await settled(answer(ben, share, 'accept'), remove(ada, studio))
    expect(removed).toBe(true)
    expect(await stateOf(share)).toBeUndefined()
    expect(await shared(ben)).toEqual([])
    expect(await refusal(draw(ben, studio.created_model_version!))).toMatchObject({ status: 400 })
  })

  test('the same offer is made once', async () => {
    const studio = await trained(ada)
    const done = await settled(
      offer(ada, studio, ben),
      offer(ada, studio, ben),
      offer(ada, studio, ben),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
  })
})
