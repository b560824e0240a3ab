import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { SetupPart } from '#contract/setup.ts'
import { recordAuditEvent } from '#server/domains/admin/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const PERSON = {
  email: 'ada@example.com',
  password: 'correct horse battery',
  first_name: 'Ada',
}

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp({ database, pages: true, env: { ROLES: 'web' } })
})
afterAll(async () => {
  await app.dispose()
  await database.dispose()
})
/** As after the very first start. */
beforeEach(async () => {
  await app.db.pool.query(`
    delete from setup_tokens; delete from setup_steps; delete from rate_limits;
    update users set is_admin = false, email = id || '@former.example'`)
  rmSync(file(), { force: true })
})

const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? ''
const printed = async () => tokenOf(await app.context.installation.setupLink({ isAsked: false }))
const file = () => join(app.config.dataDir, 'setup-token')
const open = (token: string, person: Partial<typeof PERSON> = {}) =>
  app.call(api.setup.open, { body: { ...PERSON, ...person, token } })

describe('the link of the first start', () => {
  it('is the same at every start, is kept in a file for its owner alone, and hashed in the database', async () => {
    const token = await printed()
    expect(await printed()).toBe(token)
    expect(readFileSync(file(), 'utf8').trim()).toBe(token)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const { token_hash: hash } = await app.db.kysely
      .selectFrom('setup_tokens')
      .select('token_hash')
      .executeTakeFirstOrThrow()
    expect(hash.includes(Buffer.from(token))).toBe(false)
  })

  it('is made again only for an operator who asks where the file is gone', async () => {
    const token = await printed()
    const other = await startTestApp({ database, env: { ROLES: 'web' } })
    try {
      expect(await other.context.installation.setupLink({ isAsked: false })).toBeNull()
      const fresh = tokenOf(await other.context.installation.setupLink({ isAsked: true }))
      expect(fresh).not.toBe(token)
      await expect(open(token)).rejects.toMatchObject({ status: 403, code: 'bad_token' })
      await app.call(api.setup.check, { body: { token: fresh } })
    } finally {
      await other.dispose()
    }
  })
})

describe('whoever has the token', () => {
  it('becomes the administrator, signed in and confirmed; nobody does after that', async () => {
    const token = await printed()
    expect(await app.call(api.setup.read, {})).toEqual({ open: true })
    await app.call(api.setup.check, { body: { token } })
    const { key } = await open(token)
    expect(await app.as(key)(api.users.me, {})).toMatchObject({
      email: PERSON.email,
      is_admin: true,
      email_verified: true,
    })
    expect(await app.call(api.setup.read, {})).toEqual({ open: false })
    for (const attempt of [
      () => open(token, { email: 'eve@example.com' }),
      () => app.call(api.setup.check, { body: { token } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'setup_closed' })
    expect(existsSync(file())).toBe(false)
    expect(await app.context.installation.setupLink({ isAsked: true })).toBeNull()
  })

  it('is one, of two at once', async () => {
    const token = await printed()
    const ended = await Promise.allSettled([open(token), open(token, { email: 'eve@example.com' })])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const admins = await app.db.kysely
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', true)
      .execute()
    expect(admins).toHaveLength(1)
  })

  it('keeps the token when the account cannot be opened', async () => {
    const token = await printed()
    await expect(open(token, { password: 'short' })).rejects.toMatchObject({
      body: { password: expect.arrayContaining([expect.stringContaining('too short')]) },
    })
    const { email } = await newPerson(app)
    await expect(open(token, { email })).rejects.toMatchObject({ code: 'conflict' })
    await open(token)
  })
})

it('the form of the account has the token, so that it leads back to itself when it is sent without scripts', async () => {
  const token = await printed()
  const { statusCode, body } = await app.context.http!.inject(`/setup?token=${token}`)
  expect(statusCode).toBe(200)
  expect(body).toContain(`<input type="hidden" name="token" value="${token}"/>`)
})

describe('whoever has no token', () => {
  it('is refused, and after ten guesses even the right one waits', async () => {
    const token = await printed()
    for (let guess = 0; guess < 10; guess++)
      await expect(open(randomUUID())).rejects.toMatchObject({ code: 'bad_token' })
    await expect(open(token)).rejects.toMatchObject({ status: 429 })
  })

  it('is no administrator through an account that is none', async () => {
    const person = await newPerson(app)
    await expect(person.call(api.adminSetup.list, {})).rejects.toMatchObject({ status: 404 })
  })
})

it('the parts say how far the installation is, whatever was ticked off', async () => {
  const { key } = await open(await printed())
  const statesOf = (parts: readonly SetupPart[]) =>
    Object.fromEntries(parts.map(({ name, is_done: isDone }) => [name, isDone]))
  const read = async () => statesOf((await app.as(key)(api.adminSetup.list, {})).parts)
  const nothing = {
    mail: false,
    payments: false,
    model: false,
    address: false,
    registration: false,
    backup: false,
  }
  const admin = app.as(key)
  expect(await read()).toEqual(nothing)
  await admin(api.adminSetup.mark, { params: { step: 'mail' }, body: { state: 'done' } })
  await admin(api.adminSetup.mark, { params: { step: 'address' }, body: { state: 'skipped' } })
  expect(await read()).toEqual(nothing)
  await admin(api.adminSettings.change, { body: { REGISTRATION: 'invitation' } })
  expect(await read()).toEqual({ ...nothing, registration: true })
  await admin(api.adminSettings.change, { body: { REGISTRATION: null } })
  expect(await read()).toEqual(nothing)
  await admin(api.adminSetup.mark, { params: { step: 'registration' }, body: { state: 'done' } })
  await transact(app.db, (tx) =>
    recordAuditEvent(tx, {
      actorId: null,
      action: 'backup_made',
      subject: null,
    }),
  )
  const { parts } = await admin(api.adminSetup.list, {})
  expect(parts.find(({ name }) => name === 'backup')).toEqual({
    name: 'backup',
    is_done: true,
    done_at: expect.any(String),
  })
  const ready = await startTestApp({
    database,
    env: {
      ROLES: 'web',
      SMTP_URL: 'smtp://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      PUBLIC_URL: 'https://studio.example.org',
    },
  })
  try {
    // Its address leads elsewhere, so it is asked in the process.
    const answer = await ready.context.http!.inject({
      url: api.adminSetup.list.path,
      headers: { authorization: `Token ${key}` },
    })
    expect(statesOf(answer.json<{ parts: SetupPart[] }>().parts)).toMatchObject({
      mail: true,
      payments: true,
      address: true,
      registration: true,
      backup: true,
    })
  } finally {
    await ready.dispose()
  }
})

describe('the steps', () => {
  it('are kept, in the log too, and can be opened again', async () => {
    const { key } = await open(await printed())
    const admin = app.as(key)
    const states = async () =>
      Object.fromEntries(
        (await admin(api.adminSetup.list, {})).results.map(({ name, state }) => [name, state]),
      )
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']))
    await admin(api.adminSetup.mark, { params: { step: 'site' }, body: { state: 'done' } })
    await admin(api.adminSetup.mark, { params: { step: 'mail' }, body: { state: 'skipped' } })
    expect(await states()).toMatchObject({ site: 'done', mail: 'skipped', drawing: 'open' })
    await admin(api.adminSetup.mark, { params: { step: 'site' }, body: { state: 'open' } })
    expect(await states()).toMatchObject({ site: 'open', mail: 'skipped' })
    const { results } = await admin(api.admin.audit, { query: {} })
    const own = results.filter(
      ({ action, actor }) => action === 'setup_step_marked' && actor === PERSON.email,
    )
    expect(own).toHaveLength(3)
  })
})
