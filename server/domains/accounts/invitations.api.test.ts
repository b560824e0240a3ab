import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brandFiles } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { type FacebookDouble, startFacebook } from '#tests/support/doubles/facebook.ts'
import { type GoogleDouble, startGoogle } from '#tests/support/doubles/google.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const CLIENT_ID = 'our-client.apps.googleusercontent.com'

let google: GoogleDouble
let facebook: FacebookDouble
let database: TestDatabase
let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  google = await startGoogle()
  facebook = await startFacebook()
  database = await createTestDatabase()
  app = await startTestApp({
    database,
    env: {
      ROLES: 'web',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: google.tokenInfoUrl,
      GOOGLE_USERINFO_URL: google.userInfoUrl,
      FACEBOOK_APP_ID: facebook.appId,
      FACEBOOK_APP_SECRET: facebook.appSecret,
      FACEBOOK_GRAPH_URL: facebook.graphUrl,
    },
  })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  await database.dispose()
  await google.close()
  await facebook.close()
})

type Policy = 'open' | 'invitation' | 'closed'
const setPolicy = (policy: Policy) =>
  admin.call(api.adminSettings.change, { body: { REGISTRATION: policy } })
beforeEach(() => setPolicy('invitation'))

const newEmail = () => `${randomUUID()}@example.com`
const tokenOf = (link: string) => new URL(link).searchParams.get('invitation') ?? ''
async function invite(email: string | null = null) {
  const made = await admin.call(api.adminInvitations.create, { body: { email } })
  return { ...made, token: tokenOf(made.link) }
}
const register = (email: string, invitation?: string, on = app) =>
  on.call(api.accounts.register, {
    body: {
      first_name: 'Eve',
      email,
      password1: PASSWORD,
      password2: PASSWORD,
      ...(invitation !== undefined && { invitation }),
    },
  })
const check = (token: string) => app.call(api.invitations.check, { body: { token } })
const isOpened = async (email: string) =>
  (await app.context.accounts.findUserByEmail(email)) !== null
async function me(email: string) {
  const { key } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
  return app.as(key)(api.users.me, {})
}
const expire = (id: string) =>
  app.db.kysely
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()

const NEEDED = { status: 403, code: 'invitation_needed' }
const DEAD = { status: 403, code: 'invitation_invalid' }

describe('where registration is by invitation', () => {
  it('a link opens one account, confirmed and with its free credits, and no other', async () => {
    const { token, id } = await invite()
    const email = newEmail()
    await expect(register(email)).rejects.toMatchObject(NEEDED)
    expect(await check(token)).toEqual({ state: 'open', email: null })
    expect(await register(email, token)).toMatchObject({ state: 'confirmed' })
    expect(await me(email)).toMatchObject({ email_verified: true, credits: 40 })
    expect(await mailsTo(app, email)).toEqual([])
    expect(await check(token)).toEqual({ state: 'used', email: null })
    const second = newEmail()
    await expect(register(second, token)).rejects.toMatchObject(DEAD)
    expect(await isOpened(second)).toBe(false)
    const { results } = await admin.call(api.adminInvitations.list, { query: {} })
    expect(results.find((one) => one.id === id)).toMatchObject({
      state: 'used',
      used_by: email,
      created_by: admin.email,
    })
  })

  it('one link used twice at once makes one account', async () => {
    for (let round = 0; round < 5; round++) {
      const { token } = await invite()
      const emails = Array.from({ length: 4 }, newEmail)
      const answers = await Promise.allSettled(emails.map((email) => register(email, token)))
      const outcomes = answers.map((answer) =>
        answer.status === 'fulfilled' ? 'opened' : (answer.reason as { code?: string }).code,
      )
      expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === DEAD.code)).toHaveLength(3)
      const opened = await Promise.all(emails.map(isOpened))
      expect(opened.filter(Boolean)).toHaveLength(1)
    }
  })

  it('a link for an address opens no other one, in whatever spelling', async () => {
    const email = newEmail()
    const { token } = await invite(email)
    expect(await check(token)).toEqual({ state: 'open', email })
    const other = newEmail()
    await expect(register(other, token)).rejects.toMatchObject({
      body: { email: ['This invitation is for another email address.'] },
    })
    expect(await isOpened(other)).toBe(false)
    await register(email.toUpperCase(), token)
    expect(await isOpened(email)).toBe(true)
  })

  it('a link that was withdrawn, is over or was never made opens nothing', async () => {
    const revoked = await invite()
    await admin.call(api.adminInvitations.revoke, { params: { id: revoked.id } })
    const expired = await invite()
    await expire(expired.id)
    for (const [token, state] of [
      [revoked.token, 'revoked'],
      [expired.token, 'expired'],
      ['none', 'unknown'],
    ] as const) {
      expect(await check(token)).toEqual({ state, email: null })
      await expect(register(newEmail(), token)).rejects.toMatchObject(DEAD)
    }
    for (const id of [revoked.id, expired.id])
      await expect(
        admin.call(api.adminInvitations.revoke, { params: { id } }),
      ).rejects.toMatchObject({ status: 409 })
  })

  it('somebody who has an account already uses no link up', async () => {
    const { token } = await invite()
    const old = await newPerson(app)
    // Who asks is not told that the address has an account.
    const answer = await register(old.email, token)
    expect(answer).toEqual({ detail: 'Your account is ready.', state: 'confirmed' })
    expect((await mailsTo(app, old.email)).map(({ subject }) => subject)).toContain(
      'You already have an account',
    )
    expect(await check(token)).toMatchObject({ state: 'open' })
  })

  it('Google and Facebook keep the rule, and let in who has an account', async () => {
    const email = newEmail()
    const accessToken = `ya29.${randomUUID()}`
    google.tokens.set(accessToken, {
      aud: CLIENT_ID,
      sub: randomUUID(),
      email,
      emailVerified: true,
      givenName: 'Ada',
      familyName: 'Lovelace',
    })
    const byGoogle = (invitation?: string) =>
      app.call(api.accounts.google, {
        body: { access_token: accessToken, ...(invitation !== undefined && { invitation }) },
      })
    await expect(byGoogle()).rejects.toMatchObject(NEEDED)
    const other = await invite(newEmail())
    await expect(byGoogle(other.token)).rejects.toMatchObject({ status: 400 })
    expect(await isOpened(email)).toBe(false)
    const { token } = await invite(email)
    await byGoogle(token)
    expect(await check(token)).toMatchObject({ state: 'used' })
    await byGoogle()
    await setPolicy('closed')
    await byGoogle()
    await setPolicy('invitation')

    const facebookToken = `EAA${randomUUID()}`
    const facebookEmail = newEmail()
    facebook.tokens.set(facebookToken, {
      appId: facebook.appId,
      id: randomUUID(),
      name: 'Ada Lovelace',
      email: facebookEmail,
    })
    const body = { access_token: facebookToken }
    await expect(app.call(api.accounts.facebook, { body })).rejects.toMatchObject(NEEDED)
    const { token: second } = await invite()
    await app.call(api.accounts.facebook, { body: { ...body, invitation: second } })
    expect(await app.context.accounts.findUserByEmail(facebookEmail)).toMatchObject({
      emailVerified: true,
    })
  })

  it('every brand keeps it, and a photo that was tried is claimed by an account only', async () => {
    for (const brand of brandFiles) {
      const answer = await app.context.http!.inject({
        method: 'POST',
        url: api.accounts.register.path,
        headers: { host: `${brand.id}.localhost` },
        payload: { first_name: 'Eve', email: newEmail(), password1: PASSWORD, password2: PASSWORD },
      })
      expect([brand.id, answer.statusCode, answer.headers['x-error-code']]).toEqual([
        brand.id,
        403,
        'invitation_needed',
      ])
    }
    await expect(
      app.call(api.trials.claim, { params: { token: 'any' }, body: {} }),
    ).rejects.toMatchObject({ status: 401 })
  })
})

it('where registration is closed an invitation opens nothing, and where it is open it still confirms', async () => {
  const { token } = await invite()
  await setPolicy('closed')
  await expect(register(newEmail(), token)).rejects.toMatchObject({ code: 'registration_closed' })
  await setPolicy('open')
  const email = newEmail()
  await register(email, token)
  expect(await me(email)).toMatchObject({ email_verified: true })
  const without = newEmail()
  await register(without)
  expect(await me(without)).toMatchObject({ email_verified: false })
})

it('where registration is open, an invitation that does not work is as none, also by Google', async () => {
  await setPolicy('open')
  const { token: forAnother } = await invite(newEmail())
  for (const dead of ['none', forAnother]) {
    const email = newEmail()
    expect(await register(email, dead)).toEqual({ detail: 'Verification email sent.' })
    expect(await me(email)).toMatchObject({ email_verified: false })
    const accessToken = `ya29.${randomUUID()}`
    google.tokens.set(accessToken, {
      aud: CLIENT_ID,
      sub: randomUUID(),
      email: newEmail(),
      emailVerified: true,
      givenName: 'Ada',
      familyName: 'Lovelace',
    })
    const body = { access_token: accessToken, invitation: dead }
    expect(await app.call(api.accounts.google, { body })).toEqual({ key: expect.any(String) })
  }
  expect(await check(forAnother)).toMatchObject({ state: 'open' })
})

it('where emails are sent the address is confirmed by the link of the email', async () => {
  const sending = await startTestApp({
    database,
    env: { ROLES: 'web', SMTP_URL: 'smtp://127.0.0.1:9', REGISTRATION: 'invitation' },
  })
  try {
    const { token } = await invite()
    const email = newEmail()
    expect(await register(email, token, sending)).toEqual({ detail: 'Verification email sent.' })
    expect(await me(email)).toMatchObject({ email_verified: false })
  } finally {
    await sending.dispose()
  }
})

it('the link is stored nowhere, and the log says who made and withdrew it, not for whom', async () => {
  const email = newEmail()
  const { token, id } = await invite(email)
  await admin.call(api.adminInvitations.revoke, { params: { id } })
  const row = await app.db.kysely
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.token_hash.includes(Buffer.from(token))).toBe(false)
  const { results } = await admin.call(api.admin.audit, { query: {} })
  const own = results.filter(({ subject }) => subject === id)
  expect(own.map(({ action }) => action)).toEqual(['invitation_revoked', 'invitation_made'])
  expect(JSON.stringify(own)).not.toContain(email)
})

it('who deletes their account takes along what names them', async () => {
  const { token } = await invite()
  const email = newEmail()
  await register(email, token)
  const { key } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
  const call = app.as(key)
  expect((await call(api.account.export, {})).invitations).toMatchObject([{ role: 'used' }])
  await call(api.account.remove, { body: { password: PASSWORD } })
  expect(await check(token)).toEqual({ state: 'unknown', email: null })
})
