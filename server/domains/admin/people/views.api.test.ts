import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** The id of nothing. */
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

let app: TestApp
let admin: TestPerson
let person: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newAdmin(app)
  person = await newPerson(app)
})
afterAll(() => app.dispose())

const open = (id: string, reason = 'A ticket about their library') =>
  admin.call(api.adminViews.open, { params: { id }, body: { reason } })

test('an administrator sees what the person sees; the person is told, and the log says why', async () => {
  const job = await waitForEnd(person, await submit(person))
  const { key, until } = await open(person.id)
  const minutes = (new Date(until).getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
  const view = app.as(key)
  const me = await view(api.users.me, {})
  expect(me).toMatchObject({ email: person.email, viewed_until: until, is_admin: false })
  expect((await person.call(api.users.me, {})).viewed_until).toBeNull()
  expect((await view(api.inferenceJobs.detail, { params: { id: job.id } })).id).toBe(job.id)
  const [mail] = await mailsTo(app, person.email)
  expect(mail).toMatchObject({ subject: 'Our team is looking at your account' })
  expect(mail!.text).toContain('A ticket about their library')
  const { results: log } = await admin.call(api.admin.audit, { query: { user: person.id } })
  expect(log[0]).toMatchObject({
    action: 'person_viewed',
    actor: admin.email,
    reason: 'A ticket about their library',
  })
  // It is no device of the person, and what an administrator may is not there.
  const { results: sessions } = await person.call(api.account.sessions, {})
  expect(sessions).toHaveLength(1)
  await expect(view(api.adminPeople.list, { query: {} })).rejects.toMatchObject({ status: 404 })
})

test('nothing can be changed, by whichever call', async () => {
  const { key } = await open(person.id)
  const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))
  const changes = endpoints.filter(
    ({ method, access, acts, allowsViewer }) =>
      (method !== 'GET' || acts) && access !== 'anonymous' && !allowsViewer,
  )
  expect(changes.length).toBeGreaterThan(100)
  const allowed: string[] = []
  for (const { method, path, file } of changes) {
    const answer = await fetch(app.url + path.replaceAll(/:\w+/g, UNKNOWN), {
      method,
      headers: {
        authorization: `Token ${key}`,
        ...(method !== 'GET' && !file && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && !file && { body: '{}' }),
    })
    await answer.body?.cancel()
    if (answer.headers.get('x-error-code') !== 'view_only') allowed.push(`${method} ${path}`)
  }
  expect(allowed).toEqual([])
})

test('nothing can be taken away: neither the export, nor models, nor archives', async () => {
  const { key } = await open(person.id)
  const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))
  const downloads = endpoints.filter(
    ({ method, access, download }) =>
      download !== undefined && method === 'GET' && access !== 'admin',
  )
  const paths = downloads.map(({ path }) => path)
  expect(paths).toContain('/api/account/')
  expect(paths).toContain('/api/lora_trainings/:id/download/')
  for (const path of paths) {
    const answer = await fetch(app.url + path.replaceAll(/:\w+/g, UNKNOWN), {
      headers: { authorization: `Token ${key}` },
    })
    await answer.body?.cancel()
    expect([path, answer.headers.get('x-error-code')]).toEqual([path, 'view_only'])
  }
})

test('in the browser it goes beside the administrator’s own session, which is there again after it', async () => {
  const { key } = await open(person.id)
  const emailFor = async (cookie: string) => {
    const answer = await fetch(`${app.url}/api/users/me/`, { headers: { cookie } })
    return ((await answer.json()) as { email: string }).email
  }
  expect(await emailFor(`accessToken=${admin.token}; viewToken=${key}`)).toBe(person.email)
  expect(await emailFor(`accessToken=${admin.token}`)).toBe(admin.email)
})

test('it ends when its time is over, when it is closed, with the role, and with another look', async () => {
  const refused = { code: 'invalid_token' }
  const { key: first } = await open(person.id)
  const { key: second } = await open(person.id)
  await expect(app.as(first)(api.users.me, {})).rejects.toMatchObject(refused)
  await app.as(second)(api.adminViews.close, { body: {} })
  await expect(app.as(second)(api.users.me, {})).rejects.toMatchObject(refused)
  const { results: log } = await admin.call(api.admin.audit, { query: { user: person.id } })
  expect(log[0]).toMatchObject({ action: 'person_view_closed', actor: admin.email })
  await expect(person.call(api.adminViews.close, { body: {} })).rejects.toMatchObject({
    code: 'conflict',
  })
  const { key: third } = await open(person.id)
  await app.db.kysely
    .updateTable('users')
    .set({ is_admin: false })
    .where('id', '=', admin.id)
    .execute()
  await expect(app.as(third)(api.users.me, {})).rejects.toMatchObject(refused)
  await app.context.accounts.setUser({ email: admin.email, admin: true })
  const { key: fourth } = await open(person.id)
  await sql`update sessions set expires_at = now() where viewer_id is not null`.execute(
    app.db.kysely,
  )
  await expect(app.as(fourth)(api.users.me, {})).rejects.toMatchObject(refused)
})

test('the team, banned and deleted people cannot be looked at', async () => {
  const other = await newPerson(app)
  await app.context.accounts.setUser({ email: other.email, staff: true })
  await expect(open(other.id)).rejects.toMatchObject({ code: 'conflict' })
  const banned = await newPerson(app)
  const body = { reason: 'Spam' }
  await admin.call(api.adminPeople.ban, { params: { id: banned.id }, body })
  await expect(open(banned.id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(open('none')).rejects.toMatchObject({ status: 404 })
})
