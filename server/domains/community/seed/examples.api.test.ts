import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { seedCommunity } from './seed-community.ts'

/** An installation that went live with the examples of its first days. */
let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  const port = String(await pickPort())
  const live = { HOST: '0.0.0.0', PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
  app = await startTestApp({ env: { ...live, SMTP_URL: 'smtp://127.0.0.1:9' } })
  await seedCommunity({ db: app.db })
  admin = await newPerson(app)
  await app.db.kysely
    .updateTable('users')
    .set({ is_admin: true })
    .where('id', '=', admin.id)
    .execute()
})
afterAll(() => app.dispose())

const { examples, civitImages, civitModelVersions } = api
const slugs = async () =>
  (await app.call(civitModelVersions.list, { query: {} })).results.map(({ slug }) => slug)

test('a live installation asks whether the examples stay, until that is said', async () => {
  const before = await admin.call(examples.read, {})
  expect(before).toMatchObject({ models: 3, asks: true })
  expect(before.images).toBeGreaterThanOrEqual(60)
  expect(await admin.call(examples.decide, { body: { keep: true } })).toEqual({
    ...before,
    asks: false,
  })
  expect(await admin.call(examples.read, {})).toEqual({ ...before, asks: false })
})

test('they are removed for good; what is drawn with here stays', async () => {
  const gone = { images: 0, models: 0, asks: false }
  expect(await admin.call(examples.decide, { body: { keep: false } })).toEqual(gone)
  expect(await admin.call(examples.decide, { body: { keep: false } })).toEqual(gone)
  await seedCommunity({ db: app.db })
  expect(await admin.call(examples.read, {})).toEqual(gone)
  expect((await app.call(civitImages.list, { query: {} })).results).toEqual([])
  const left = await slugs()
  expect(left).toContain('atelier-v1')
  expect(left).not.toContain('studio-bear')
})
