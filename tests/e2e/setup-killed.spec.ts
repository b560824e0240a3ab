import { expect, test } from '@playwright/test'
import { startOwnApp } from './own-app.ts'

/** The call of a step of the setup. */
interface Step {
  name: string
  method: 'PATCH' | 'POST'
  path: string
  body?: object
}

const STEPS: Step[] = [
  { name: 'site', method: 'PATCH', path: 'brands/atelier/', body: { name: 'Paper Moon' } },
  {
    name: 'drawing',
    method: 'POST',
    path: 'engines/',
    body: {
      kind: 'a1111',
      name: 'Far away',
      url: 'http://127.0.0.1:9',
      credentials: null,
      concurrency: null,
      unchecked: true,
    },
  },
  { name: 'mail', method: 'PATCH', path: 'settings/', body: { MAIL_FROM: 'moon@example.org' } },
  { name: 'payments', method: 'PATCH', path: 'settings/', body: { STRIPE_TAX: '0' } },
  { name: 'registration', method: 'PATCH', path: 'settings/', body: { REGISTRATION: 'closed' } },
  {
    name: 'address',
    method: 'PATCH',
    path: 'settings/',
    body: { PUBLIC_URL: 'https://moon.example' },
  },
]

test('the program is killed while each step of the setup is sent, and the setup goes on @once', async ({
  request,
}) => {
  test.slow()
  test.setTimeout(300_000)
  const app = await startOwnApp()
  try {
    const token = new URL((await app.command('setup', 'link')).stdout.trim()).searchParams.get(
      'token',
    )
    const account = { email: 'ada@example.org', password: 'correct horse battery' }
    const open = () =>
      request
        .post(`${app.url}/api/setup/`, { data: { token, first_name: 'Ada', ...account } })
        .catch(() => null)
    // Killed while it is asked: the account is there as a whole or not at all.
    const asked = open()
    await app.killAndStart()
    await asked
    const again = await open()
    if (again!.status() !== 201) expect(again!.status()).toBe(404)
    const login = await request.post(`${app.url}/api/dj-rest-auth/login/`, { data: account })
    expect(login.status()).toBe(200)
    const { key } = (await login.json()) as { key: string }
    const headers = { authorization: `Token ${key}` }
    const states = async () => {
      const answer = await request.get(`${app.url}/api/admin/setup/`, { headers })
      const { results } = (await answer.json()) as { results: { name: string; state: string }[] }
      return new Map(results.map(({ name, state }) => [name, state]))
    }
    for (const { name, method, path, body } of STEPS) {
      const send = async () => {
        const options = { method, headers, data: body }
        const done = await request.fetch(`${app.url}/api/admin/${path}`, options)
        const mark = { headers, data: { state: 'done' } }
        await request.post(`${app.url}/api/admin/setup/${name}/`, mark)
        return done.status()
      }
      const sent = send().catch(() => null)
      await app.killAndStart()
      await sent
      // Earlier steps stay done, and this one can be sent again.
      expect(await send()).toBeLessThan(300)
      expect((await states()).get(name)).toBe('done')
    }
    expect(Object.fromEntries(await states())).toMatchObject({ security: 'open', site: 'done' })
    const site = await request.get(`${app.url}/api/site_configuration/`)
    expect(await site.json()).toMatchObject({ siteName: 'Paper Moon' })
  } finally {
    await app.dispose()
  }
})
