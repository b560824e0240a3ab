import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const remove = ({ id }: TestPerson, email: string) =>
  admin.call(api.adminPeople.remove, {
    params: { id },
    body: { email, reason: 'Asked for it by letter' },
  })
const login = ({ email }: TestPerson) =>
  app.call(api.accounts.login, { body: { email, password: PASSWORD } })

it('deletes the account of a person once, however often it is pressed, tells them and writes it down', async () => {
  const ada = await newPerson(app)
  await expect(remove(ada, 'bo@example.com')).rejects.toMatchObject({ code: 'invalid' })
  await login(ada)
  await Promise.all(Array.from({ length: 3 }, () => remove(ada, ada.email.toUpperCase())))
  await expect(login(ada)).rejects.toMatchObject({ status: 400 })
  await expect(ada.call(api.users.me, {})).rejects.toMatchObject({ status: 401 })
  const mails = await mailsTo(app, ada.email)
  expect(mails.filter(({ subject }) => /deleted/.test(subject))).toHaveLength(1)
  const read = await admin.call(api.admin.user, { params: { id: ada.id } })
  expect(read).toMatchObject({ deleted: true })
  const { results } = await admin.call(api.admin.audit, { query: { action: 'person_deleted' } })
  expect(results).toMatchObject([{ actor: admin.email, reason: 'Asked for it by letter' }])
})

it('does not delete staff, nor somebody who is not there', async () => {
  const colleague = await newPerson(app)
  await app.context.accounts.setUser({ email: colleague.email, staff: true })
  await expect(remove(colleague, colleague.email)).rejects.toMatchObject({
    code: 'permission_denied',
  })
  await expect(
    remove({ ...colleague, id: '00000000-0000-4000-8000-000000000000' }, colleague.email),
  ).rejects.toMatchObject({ code: 'not_found' })
})
