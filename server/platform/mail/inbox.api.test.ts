import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { transact } from '../db/index.ts'
import { keepMail, readInbox } from './inbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
})
afterAll(() => app.dispose())

it('keeps the last hundred mails, also of those that are written at the same time', async () => {
  const keep = (number: number) =>
    transact(app.db, (tx) =>
      keepMail(tx, {
        to: 'ada@example.com',
        sender: 'Atelier',
        subject: `Mail ${number}`,
        text: '',
        html: '',
        links: [],
      }),
    )
  for (let number = 0; number < 100; number++) await keep(number)
  await Promise.all(Array.from({ length: 8 }, (_, index) => keep(100 + index)))
  await keep(108)
  const kept = await readInbox(app.db).list()
  expect(kept).toHaveLength(100)
  expect(kept[0]!.subject).toBe('Mail 108')
  const { rows } = await app.db.pool.query<{ count: string }>('select count(*) from inbox_mails')
  expect(Number(rows[0]!.count)).toBe(100)
})
