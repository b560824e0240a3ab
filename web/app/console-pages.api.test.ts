import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { consolePages } from '#web/features/admin/console-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { ROLES: 'web' } })
})
afterAll(() => app.dispose())

const ADDRESSES = consolePages.map(({ address }) => address)

/** Addresses of the console that are there for somebody. */
async function foundBy({ token }: TestPerson): Promise<string[]> {
  const found: string[] = []
  for (const url of ADDRESSES) {
    const headers = { accept: 'text/html', cookie: `accessToken=${token}` }
    const { statusCode } = await app.context.http!.inject({ url, headers })
    expect([200, 404], url).toContain(statusCode)
    if (statusCode === 200) found.push(url)
  }
  return found
}

test('a page of the console is there for administrators, some for the staff, none for others', async () => {
  expect(await foundBy(await newPerson(app))).toEqual([])
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  expect(await foundBy(staff)).toEqual(
    ['tickets', 'reports', 'reviews', 'publications'].map((name) => `/admin/${name}`),
  )
  expect(await foundBy(await newAdmin(app))).toEqual(ADDRESSES)
})

test('links into the console lead to its pages', () => {
  const links = Object.values(paths).map(({ pattern }) => pattern)
  const inConsole = links.filter((link) => link.startsWith('/admin') && !link.includes(':'))
  expect(inConsole.length).toBeGreaterThan(5)
  expect(inConsole.filter((link) => !ADDRESSES.includes(link))).toEqual([])
})
