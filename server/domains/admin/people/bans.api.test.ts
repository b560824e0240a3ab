import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
let admin: TestPerson
let staff: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  admin = await newAdmin(app)
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())

const ban = (person: TestPerson, body: { reason: string; until?: string }) =>
  admin.call(api.adminPeople.ban, { params: { id: person.id }, body })
const unban = (person: TestPerson) =>
  admin.call(api.adminPeople.unban, { params: { id: person.id }, body: { reason: 'A mistake' } })
const logIn = ({ email }: TestPerson) =>
  app.call(api.accounts.login, { body: { email, password: PASSWORD } })
const shown = (image: string) => app.call(api.civitImages.detail, { params: { id: image } })
const actionsOn = async ({ id }: TestPerson) =>
  (await admin.call(api.admin.audit, { query: { user: id } })).results.map(({ action }) => action)

describe('a ban', () => {
  it('stops somebody with all that runs, says why, and its end brings everything back', async () => {
    const person = await newPerson(app)
    const { image, model, comment, creator } = await insertPublications(app.db.kysely, person.id)
    const done = await waitForEnd(person, await submit(person))
    const params = { id: done.images[0]!.id }
    const { url } = await person.call(api.predictionImages.share, { params, body: {} })
    const share = { params: { id: url.slice('/s/'.length) } }
    const { url: file } = await app.call(api.predictionImages.shared, share)
    engine.script = hang
    const running = await submit(person, { seed: 3 })
    await waitUntilBegun(app, person, running)
    const waiting = await submit(person, { seed: 4 })
    const result = await staff.call(api.adminPeople.banOwner, {
      params,
      body: { reason: 'Spam in every comment' },
    })
    expect(result).toMatchObject({ user: person.id, until: null, lifted_at: null })

    for (const write of [
      () => submit(person),
      () => person.call(api.predictionImages.share, { params, body: {} }),
      () => person.call(api.account.remove, { body: { password: PASSWORD } }),
    ]) {
      await expect(write()).rejects.toMatchObject({ status: 403, code: 'account_banned' })
    }
    await expect(logIn(person)).rejects.toMatchObject({ status: 403, code: 'banned' })
    await expect(shown(image)).rejects.toMatchObject({ status: 404 })
    const readModel = () => app.call(api.civitModelVersions.detail, { params: { id: model } })
    await expect(readModel()).rejects.toMatchObject({ status: 404 })
    await expect(app.call(api.predictionImages.shared, share)).rejects.toMatchObject({
      status: 404,
    })
    expect((await fetch(app.url + file)).status).toBe(404)
    const feed = await app.call(api.civitImages.list, { query: { creator } })
    expect(feed.results).toEqual([])
    const statuses = await app.db.kysely
      .selectFrom('inference_jobs')
      .select(['id', 'status'])
      .where('id', 'in', [running.id, waiting.id])
      .execute()
    expect(statuses.map(({ status }) => status)).toEqual(['CD', 'CD'])
    expect(await app.context.credits.balance(app.db, person.id)).toMatchObject({
      balance: 99,
      held: 0,
    })
    await expect
      .poll(async () => (await mailsTo(app, person.email))[0]?.text)
      .toContain('Spam in every comment')
    expect(await actionsOn(person)).toContain('person_banned')
    await expect(ban(person, { reason: 'Once more' })).rejects.toMatchObject({ code: 'conflict' })

    expect(await unban(person)).toMatchObject({ lifted_at: expect.any(String) })
    await expect(submit(person)).rejects.toMatchObject({ status: 401 })
    const { key } = await logIn(person)
    const back = { ...person, call: app.as(key) }
    expect(await balanceOf(back)).toEqual({ credits: 99, credits_held: 0 })
    expect((await shown(image)).id).toBe(image)
    expect((await readModel()).id).toBe(model)
    const { results } = await app.call(api.communityPeople.comments, {
      params: { id: image },
      query: {},
    })
    expect(results.map(({ id }) => id)).toEqual([comment])
    expect((await app.call(api.predictionImages.shared, share)).url).toBe(file)
    expect(await actionsOn(person)).toContain('person_unbanned')
    await expect(unban(person)).rejects.toMatchObject({ code: 'conflict' })
    const found = await admin.call(api.adminPeople.list, { query: { search: person.email } })
    expect(found.results.map(({ id }) => id)).toEqual([person.id])
    const read = await admin.call(api.adminPeople.read, { params: { id: person.id } })
    expect(read).toMatchObject({ banned: false, bans: [{ reason: 'Spam in every comment' }] })
  })

  it('brings nothing back that was hidden or withdrawn apart from it', async () => {
    const person = await newPerson(app)
    const { image } = await insertPublications(app.db.kysely, person.id)
    const { model } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const setState = (state: 'hidden' | 'withdrawn') =>
      app.db.kysely.updateTable('community_images').set({ state }).where('id', '=', image).execute()
    await setState('hidden')
    await ban(person, { reason: 'Spam' })
    await unban(person)
    await expect(shown(image)).rejects.toMatchObject({ status: 404 })
    const { id } = await app.call(api.civitModelVersions.detail, { params: { id: model } })
    expect(id).toBe(model)
  })

  it('ends by itself when its time is over', async () => {
    const person = await newPerson(app)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await ban(person, { reason: 'For an hour', until })).toMatchObject({ until })
    await app.context.admin.sweepBans()
    await expect(logIn(person)).rejects.toMatchObject({ code: 'banned' })
    await sql`update bans set until = now() where user_id = ${person.id}`.execute(app.db.kysely)
    await app.context.admin.sweepBans()
    expect((await logIn(person)).key).not.toBe('')
    await expect(
      ban(person, { reason: 'Too late', until: '2020-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('stops later what was cut off before it could be stopped', async () => {
    const person = await newPerson(app)
    engine.script = hang
    const job = await submit(person)
    await waitUntilBegun(app, person, job)
    await sql`update users set banned_at = now() where id = ${person.id}`.execute(app.db.kysely)
    await sql`insert into bans (user_id, reason) values (${person.id}, 'Spam')`.execute(
      app.db.kysely,
    )
    await app.context.admin.sweepBans()
    expect(await app.context.credits.balance(app.db, person.id)).toMatchObject({
      balance: 100,
      held: 0,
    })
  })

  it('is not for staff, and not of what is not there', async () => {
    await expect(ban(staff, { reason: 'A quarrel' })).rejects.toMatchObject({
      code: 'permission_denied',
    })
    const params = { id: 'none' }
    await expect(admin.call(api.adminPeople.read, { params })).rejects.toMatchObject({
      status: 404,
    })
    for (const call of [api.adminPeople.ban, api.adminPeople.unban, api.adminPeople.banOwner]) {
      await expect(admin.call(call, { params, body: { reason: 'Spam' } })).rejects.toMatchObject({
        status: 404,
      })
    }
  })
})
