import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import { newPerson } from './people.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
})
afterAll(() => app.dispose())

it('is the real app: alive, with its own database', async () => {
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  const { rows } = await app.db.pool.query('select count(*) as users from users')
  expect(rows[0]).toEqual({ users: 0 })
})

it('knows people by their token and their balance exactly', async () => {
  const user = await newPerson(app, { credits: 12 })
  expect(await user.call(api.users.me, {})).toMatchObject({ email: user.email, credits: 12 })
  await expect(app.call(api.users.me, {})).rejects.toBeInstanceOf(ApiError)
  await expect(app.as('nonsense')(api.users.me, {})).rejects.toMatchObject({ status: 401 })
})
