import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

type Body = Parameters<typeof admin.call<typeof api.adminPeople.change>>[1]['body']

const change = ({ id }: Pick<TestPerson, 'id'>, body: Omit<Body, 'reason'>) =>
  admin.call(api.adminPeople.change, { params: { id }, body: { ...body, reason: 'New colleague' } })
const events = async ({ id }: TestPerson) =>
  (await admin.call(api.admin.audit, { query: { user: id } })).results.filter(
    ({ action }) => action === 'person_changed',
  )

test('a role is given and taken at once, and the log says what it was before', async () => {
  const ada = await newPerson(app)
  const list = () => ada.call(api.adminReports.list, { query: {} })
  await expect(list()).rejects.toMatchObject({ status: 404 })
  expect(await change(ada, { is_staff: true, last_name: 'Lovelace' })).toMatchObject({
    is_staff: true,
    is_admin: false,
    last_name: 'Lovelace',
    bans: [],
  })
  expect((await list()).results).toEqual([])
  await change(ada, { is_staff: true })
  expect(await events(ada)).toMatchObject([
    {
      reason: 'New colleague',
      data: { is_staff: { from: false, to: true }, last_name: { to: 'Lovelace' } },
    },
  ])
  await change(ada, { is_staff: false })
  await expect(list()).rejects.toMatchObject({ status: 404 })
})

test('nobody takes the last administrator away, and a role needs an account that can be used', async () => {
  const conflict = { status: 409, code: 'conflict' }
  await expect(change(admin, { is_admin: false })).rejects.toMatchObject(conflict)
  const fresh = await newPerson(app, { verified: false })
  await expect(change(fresh, { is_staff: true })).rejects.toMatchObject(conflict)
  const banned = await newPerson(app)
  const params = { id: banned.id }
  await admin.call(api.adminPeople.ban, { params, body: { reason: 'Spam' } })
  await expect(change(banned, { is_admin: true })).rejects.toMatchObject(conflict)
  await expect(change({ id: 'none' }, { is_staff: true })).rejects.toMatchObject({ status: 404 })
  expect([await events(fresh), await events(banned)]).toEqual([[], []])
})

test('an address is confirmed by the press of an administrator, once', async () => {
  const fresh = await newPerson(app, { verified: false, credits: 0 })
  const params = { id: fresh.id }
  const body = { email_verified: true, reason: 'Known from the club' } as const
  expect(await admin.call(api.adminPeople.change, { params, body })).toMatchObject({
    email_verified: true,
  })
  await admin.call(api.adminPeople.change, { params, body })
  expect(await events(fresh)).toMatchObject([
    { reason: 'Known from the club', data: { email_verified: { from: false, to: true } } },
  ])
  expect((await fresh.call(api.users.me, {})).credits).toBe(40)
})
