import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Environment } from '#server/config/index.ts'
import { startTestApp } from '#tests/support/test-app.ts'

async function start(env: Environment) {
  const app = await startTestApp({ env, pages: true })
  onTestFinished(() => app.dispose())
  const page = await fetch(`${app.url}/pricing`)
  await page.body?.cancel()
  const directives = (page.headers.get('content-security-policy') ?? '').split(';')
  const sourcesOf = (name: string) =>
    directives.find((one) => one.trim().startsWith(`${name} `))?.trim()
  return {
    app,
    connect: sourcesOf('connect-src'),
    frame: sourcesOf('frame-src'),
    telemetry: (await app.call(api.site.configuration, {})).telemetry,
  }
}

test('nothing is told unless it is configured, and nothing receives it here', async () => {
  const { app, connect, frame, telemetry } = await start({})
  expect(telemetry).toEqual({ pageViews: null, errors: null, chat: null })
  expect(connect).toBe("connect-src 'self'")
  expect(frame).toBe("frame-src 'none'")
  expect((await fetch(`${app.url}/dev/telemetry`)).status).toBe(404)
})

test('pages may reach the services that are configured, and no others', async () => {
  const { connect, frame, telemetry } = await start({
    PLAUSIBLE_URL: 'https://stats.example/',
    PLAUSIBLE_SITE: 'shop',
    SENTRY_DSN: 'https://key@errors.example/7',
    CHAT_URL: 'https://chat.example/embed/?locale={language}',
  })
  expect(telemetry).toEqual({
    pageViews: { url: 'https://stats.example/api/event', site: 'shop' },
    errors: { dsn: 'https://key@errors.example/7', tunnel: null },
    chat: { url: 'https://chat.example/embed/?locale={language}' },
  })
  expect(connect).toBe("connect-src 'self' https://stats.example https://errors.example")
  expect(frame).toBe('frame-src https://chat.example')
})

test('the sink takes the place of all services, for this machine alone', async () => {
  const { app, connect, frame, telemetry } = await start({
    TELEMETRY_SINK: '1',
    PLAUSIBLE_URL: 'https://stats.example',
  })
  expect(telemetry.pageViews?.url).toBe('/dev/telemetry/api/event')
  expect(connect).toBe("connect-src 'self'")
  expect(frame).toBe("frame-src 'self'")
  expect((await fetch(`${app.url}/dev/telemetry`)).status).toBe(200)
  const passedOn = { 'x-forwarded-for': '203.0.113.5' }
  expect((await fetch(`${app.url}/dev/telemetry`, { headers: passedOn })).status).toBe(404)
})
