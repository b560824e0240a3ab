import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
  admin = await newAdmin(app)
  await sql`insert into users (email, first_name) select 'many' || n || '@export.test', 'Ada'
    from generate_series(1, 250) as n`.execute(app.db.kysely)
})
afterAll(() => app.dispose())

const rowsOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

describe('the export of people', () => {
  it('has all pages of what is searched for, under one heading', async () => {
    const csv = await admin.call(api.admin.exportUsers, { query: { search: '@export.test' } })
    const [heading, ...rows] = rowsOf(csv)
    expect(heading).toMatch(/^id,email,first_name,.*,paid_cents,pictures$/)
    const emails = rows.map((row) => row.split(',')[1])
    expect(emails).toEqual(Array.from({ length: 250 }, (_, i) => `many${250 - i}@export.test`))
    const all = rowsOf(await admin.call(api.admin.exportUsers, { query: {} }))
    expect(all).toHaveLength(252)
  })

  it('is a file to save', async () => {
    const answer = await fetch(`${app.url}/api/admin/users/export/`, {
      headers: { cookie: `accessToken=${admin.token}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="people-[\d-]+\.csv"$/)
  })

  it('has nothing that a spreadsheet would run', async () => {
    await sql`insert into users (email, first_name, last_name)
      values ('formula@export.test', '=HYPERLINK("http://evil","x")', '+1')`.execute(app.db.kysely)
    const csv = await admin.call(api.admin.exportUsers, { query: { search: 'formula@' } })
    expect(rowsOf(csv)[1]).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",'+1,`)
  })
})

it('adjustments and the log come whole, too', async () => {
  for (let i = 0; i < 3; i += 1) {
    await admin.call(api.admin.adjust, {
      params: { id: admin.id },
      body: { key: randomUUID(), amount: 1, reason: `-reason ${i}` },
    })
  }
  const adjustments = rowsOf(await admin.call(api.admin.exportAdjustments, { query: {} }))
  expect(adjustments).toHaveLength(4)
  expect(adjustments[1]).toContain(`,1,,,,'-reason 2,,done,${admin.email},${admin.email}`)
  const acts = rowsOf(await admin.call(api.admin.exportAudit, { query: { user: admin.id } }))
  expect(acts).toHaveLength(4)
  const none = await admin.call(api.admin.exportAdjustments, { query: { state: 'waiting' } })
  expect(rowsOf(none)).toHaveLength(1)
})

it("are the administrators' only", async () => {
  const person = await newPerson(app)
  for (const list of [api.admin.exportUsers, api.admin.exportAdjustments, api.admin.exportAudit]) {
    await expect(person.call(list, { query: {} })).rejects.toMatchObject({ status: 404 })
  }
})
