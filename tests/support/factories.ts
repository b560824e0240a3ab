import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { provisionUser, type ProvisionUser } from '#server/cli/provision-user.ts'
import type { TestApp, TestClient } from './test-app.ts'

export const PASSWORD = 'correct horse battery'

export interface TestUser {
  id: string
  email: string
  /** For `Authorization: Token ...`. */
  token: string
  /** The typed client of this person. */
  call: TestClient
}

/** A signed-in person; verified and without credits unless the test says otherwise. */
export async function createTestUser(
  app: TestApp,
  wish: Partial<ProvisionUser> = {},
): Promise<TestUser> {
  const password = wish.password ?? PASSWORD
  const user = await provisionUser(app.context, app.db, {
    email: `${randomUUID()}@example.com`,
    firstName: 'Robin',
    lastName: 'Test',
    verified: true,
    credits: 0,
    ...wish,
    password,
  })
  const { key } = await app.call(api.accounts.login, { body: { email: user.email, password } })
  return { ...user, token: key, call: app.as(key) }
}
