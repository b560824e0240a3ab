import { expect, test } from 'vitest'
import { startHttp } from '#tests/support/http-app.ts'
import { thisMachineOnly } from './this-machine-only.ts'

const secrets = thisMachineOnly(async (app) => {
  app.get('/dev/secrets', async () => 'links that reset passwords')
  app.post('/dev/secrets', async () => 'paid')
})

interface Change {
  host?: string
  headers?: Record<string, string>
  remoteAddress?: string
}

async function ask(change: Change, settings = {}): Promise<number[]> {
  const app = await startHttp({ plugins: [secrets], settings })
  const { host = 'localhost:3000', headers = {}, remoteAddress = '127.0.0.1' } = change
  const answers = await Promise.all(
    (['GET', 'POST'] as const).map((method) =>
      app.inject({ method, url: '/dev/secrets', headers: { host, ...headers }, remoteAddress }),
    ),
  )
  return answers.map(({ statusCode }) => statusCode)
}

test.each<Change>([
  {},
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000', remoteAddress: '::1' },
  { host: 'easel.localhost:3000', remoteAddress: '::ffff:127.0.0.1' },
])('is there for this machine: %o', async (change) => {
  expect(await ask(change)).toEqual([200, 200])
})

test.each<Change>([
  { host: 'atelier.example.com' },
  { host: 'localhost.example.com' },
  { host: '127.0.0.1.example.com' },
  { host: '192.168.1.5:3000' },
  { remoteAddress: '192.168.1.7' },
  { remoteAddress: '2001:db8::1' },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { 'x-forwarded-host': 'localhost' } },
  { headers: { forwarded: 'for=127.0.0.1;host=localhost' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
  { headers: { via: '1.1 proxy' } },
])('is 404 for everybody else: %o', async (change) => {
  expect(await ask(change)).toEqual([404, 404])
})

test('a proxy that is trusted opens nothing', async () => {
  const settings = { trustedProxies: ['127.0.0.1'] }
  const headers = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }
  expect(await ask({ headers }, settings)).toEqual([404, 404])
})
