import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '#server/config/index.ts'
import { forgetTestPlans } from '#server/domains/billing/index.ts'
import { api } from '#contract/index.ts'
import { createClient } from '#tests/support/client.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import type { JsonServer } from '#tests/support/doubles/json-server.ts'
import { startStripeKeysDouble } from '#tests/support/doubles/stripe-keys.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const KEY = 'a key of the installation, long enough'

let database: TestDatabase
let app: TestApp
let admin: TestPerson
let stripe: JsonServer
const atStripe = () => ({ STRIPE_API_BASE: stripe.url })
beforeAll(async () => {
  stripe = await startStripeKeysDouble()
  database = await createTestDatabase()
  app = await startTestApp({ database, env: { ROLES: 'web', SECRET_KEY: KEY, MINIMUM_AGE: '16' } })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  await Promise.all([database.dispose(), stripe.close()])
})

const change = (body: Record<string, string | null>) =>
  admin.call(api.adminSettings.change, { body })
const read = async (name: string) =>
  (await admin.call(api.adminSettings.list, {})).results.find((one) => one.name === name)

const register = (email: string) =>
  app.call(api.accounts.register, {
    body: {
      first_name: 'Eve',
      email,
      password1: 'correct horse battery',
      password2: 'correct horse battery',
    },
  })

describe('a setting', () => {
  it('holds at once, is in the log, and goes back to its default', async () => {
    expect(await read('REGISTRATION')).toMatchObject({ value: null, source: 'default', live: true })
    await change({ REGISTRATION: 'closed' })
    expect(await read('REGISTRATION')).toMatchObject({ value: 'closed', source: 'console' })
    expect(await app.call(api.site.configuration, {})).toMatchObject({
      registration_policy: 'closed',
    })
    await expect(register('closed@example.com')).rejects.toMatchObject({
      status: 403,
      code: 'registration_closed',
    })
    await change({ REGISTRATION: null })
    await register('open@example.com')
    const { results } = await admin.call(api.admin.audit, { query: {} })
    expect(results.filter(({ subject }) => subject === 'REGISTRATION')).toMatchObject([
      { action: 'setting_changed', actor: admin.email, data: { from: 'closed', to: null } },
      { data: { from: null, to: 'closed' } },
    ])
  })

  it('is followed by other processes', async () => {
    const other = await startTestApp({
      database,
      env: { ROLES: 'web', SECRET_KEY: KEY },
    })
    onTestFinished(() => other.dispose())
    await change({ SUPPORT_URL: 'mailto:help@example.com' })
    await vi.waitFor(
      async () =>
        expect(await other.call(api.site.configuration, {})).toMatchObject({
          support: 'mailto:help@example.com',
        }),
      { timeout: 5000 },
    )
  })

  it('of limits, prices, safety and sign-in holds at once where it is used', async () => {
    const person = await newPerson(app)
    await change({
      GOOGLE_CLIENT_ID: 'client-of-google',
      PLAUSIBLE_URL: 'https://stats.example',
      LOGIN_BONUS: '45',
      UPLOAD_STORAGE_MB: 'free=7',
    })
    const answer = await fetch(`${app.url}/api/site_configuration/`)
    expect(await answer.json()).toMatchObject({
      signIn: { google: 'client-of-google' },
      telemetry: { pageViews: { url: 'https://stats.example/api/event' } },
    })
    const { headers } = await fetch(`${app.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain('https://stats.example')
    const { storage } = await person.call(api.uploadedImages.list, { query: {} })
    expect(storage.limit_bytes).toBe(7 * 1024 ** 2)
    expect((await person.call(api.users.me, {})).login_bonus).toMatchObject({ amount: 25 })
    for (const name of ['GOOGLE_CLIENT_ID', 'PLAUSIBLE_URL', 'LOGIN_BONUS', 'UPLOAD_STORAGE_MB'])
      await change({ [name]: null })
    expect(await read('LOGIN_BONUS')).toMatchObject({ value: null, without: '30' })
  })

  it('of the environment is shown as such and stays', async () => {
    expect(await read('MINIMUM_AGE')).toMatchObject({ value: '16', source: 'environment' })
    await expect(change({ MINIMUM_AGE: '18' })).rejects.toMatchObject({
      body: { MINIMUM_AGE: [expect.stringContaining('environment')] },
    })
  })

  it('that is wrong changes nothing, nor do those that were sent with it', async () => {
    await expect(
      change({ OPERATOR_NAME: 'Ada Example Ltd', MAIL_FROM: 'nobody' }),
    ).rejects.toMatchObject({ body: { MAIL_FROM: ['It must be an email address, not "nobody".'] } })
    const headers = { authorization: `Token ${admin.token}`, 'accept-language': 'es' }
    const inSpanish = createClient(fetchTransport(app.url, { headers }), { validate: true })
    await expect(
      inSpanish(api.adminSettings.change, { body: { LOGIN_BONUS: 'much' } }),
    ).rejects.toMatchObject({
      body: { LOGIN_BONUS: ['El valor debe ser un número entero de 0 a 1000000, no "much".'] },
    })
    const secrets = {
      STRIPE_SECRET_KEY: 'It must begin with sk_test_ or sk_live_.',
      STRIPE_WEBHOOK_SECRET: 'It must begin with whsec_.',
    }
    for (const [name, said] of Object.entries(secrets))
      await expect(change({ [name]: 'pk_test_1' })).rejects.toMatchObject({
        body: { [name]: [said] },
      })
    expect(await read('OPERATOR_NAME')).toMatchObject({ is_set: false })
    await expect(change({ PORT: '1' })).rejects.toMatchObject({
      body: { PORT: [expect.any(String)] },
    })
  })
})

describe('a secret', () => {
  it('is never shown, neither in the log nor in the database', async () => {
    const secret = 'smtp://user:hunter2-very-secret@127.0.0.1:9'
    await change({ SMTP_URL: secret })
    expect(await read('SMTP_URL')).toMatchObject({ value: null, is_set: true, secret: true })
    const rows = await app.db.kysely.selectFrom('installation_settings').selectAll().execute()
    const { results } = await admin.call(api.admin.audit, { query: {} })
    expect(JSON.stringify([rows, results])).not.toContain('hunter2')
    expect(rows.some(({ sealed }) => sealed?.includes('hunter2'))).toBe(false)
    expect(await admin.call(api.adminSettings.test, { body: { what: 'mail' } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('ECONNREFUSED'),
    })
    await change({ SMTP_URL: null })
    expect(await admin.call(api.adminSettings.test, { body: { what: 'mail' } })).toMatchObject({
      ok: true,
    })
    expect((await mailsTo(app, admin.email)).map(({ subject }) => subject)).toContain(
      'Test email of Atelier',
    )
  })

  it('is refused where no key protects it, and kept by a file that its owner alone may read', async () => {
    const body = { STRIPE_SECRET_KEY: 'sk_test_1' }
    const dataDir = mkdtempSync(join(inject('scratchFolder'), 'key-'))
    const file = join(dataDir, 'settings-key')
    async function attempt() {
      const bare = await startTestApp({
        database,
        env: { ROLES: 'web', DATA_DIR: dataDir, ...atStripe() },
      })
      try {
        await bare.as(admin.token)(api.adminSettings.change, { body })
      } finally {
        await bare.dispose()
      }
    }
    const refused = { body: { STRIPE_SECRET_KEY: [expect.stringContaining('SECRET_KEY')] } }
    await expect(attempt()).rejects.toMatchObject(refused)
    writeFileSync(file, 'x'.repeat(40), { mode: 0o644 })
    await expect(attempt()).rejects.toMatchObject(refused)
    chmodSync(file, 0o600)
    await attempt()
    // What was sealed by another key is asked for again, and stops nothing.
    expect(await read('STRIPE_SECRET_KEY')).toMatchObject({
      is_set: false,
      can_change: true,
      problem: expect.stringContaining('another key'),
    })
    await change({ STRIPE_SECRET_KEY: null })
  })
})

it('a secret that cannot be read takes away only what needs it', async () => {
  await change({
    REGISTRATION: 'closed',
    SUPPORT_URL: 'mailto:help@example.com',
    FACEBOOK_APP_ID: '123',
    FACEBOOK_APP_SECRET: 'secret',
  })
  const lines: string[] = []
  const other = await startTestApp({
    database,
    env: { ROLES: 'web', SECRET_KEY: 'another key, which is long enough too' },
    onLog: (line) => void lines.push(line),
  })
  onTestFinished(() => other.dispose())
  const site = () => other.call(api.site.configuration, {})
  expect(await site()).toMatchObject({
    registration_policy: 'closed',
    support: 'mailto:help@example.com',
    signIn: { facebook: null },
  })
  expect(lines.join('\n')).toContain('FACEBOOK_APP_SECRET must be set')
  // What was stored before a start is still changed in the console.
  const set = (body: Record<string, string | null>) =>
    other.as(admin.token)(api.adminSettings.change, { body })
  await set({ REGISTRATION: null })
  expect(await site()).toMatchObject({ registration_policy: 'open' })
  for (const [body, name] of [
    [{ FACEBOOK_APP_ID: '456' }, 'FACEBOOK_APP_SECRET'],
    [{ LOGIN_BONUS: 'many' }, 'LOGIN_BONUS'],
  ] as const)
    await expect(set(body)).rejects.toMatchObject({ body: { [name]: [expect.any(String)] } })
  await set({ FACEBOOK_APP_SECRET: 'new' })
  expect(await site()).toMatchObject({ signIn: { facebook: '123' } })
  await set({ SUPPORT_URL: null, FACEBOOK_APP_ID: null, FACEBOOK_APP_SECRET: null })
})

it('a key of Stripe is checked at Stripe before it is stored', async () => {
  const shop = await startTestApp({
    database,
    env: { ROLES: 'web', SECRET_KEY: KEY, ...atStripe() },
  })
  onTestFinished(() => shop.dispose())
  const call = shop.as(admin.token)
  for (const [key, answer] of [
    ['sk_test_wrong', { ok: false }],
    ['sk_test_right', { ok: true, message: expect.stringContaining('/api/webhooks/stripe/') }],
  ] as const) {
    const body = { what: 'payments' as const, changes: { STRIPE_SECRET_KEY: key } }
    expect(await call(api.adminSettings.test, { body })).toMatchObject(answer)
  }
  const save = (key: string | null) =>
    call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: key, STRIPE_TAX: '1' } })
  await expect(save('sk_test_wrong')).rejects.toMatchObject({
    body: { STRIPE_SECRET_KEY: ['Stripe does not take this key.'] },
  })
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_TAX'])
    expect(await read(name)).toMatchObject({ is_set: false })
  await save('sk_test_right')
  expect(await read('STRIPE_SECRET_KEY')).toMatchObject({ is_set: true })
  await call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: null, STRIPE_TAX: null } })
})

it.each(['test', 'stripe-test'])(
  'a live key of Stripe is refused while plans of test payments are open (%s)',
  async (provider) => {
    const shop = await startTestApp({ env: { ROLES: 'web', SECRET_KEY: KEY, ...atStripe() } })
    onTestFinished(() => shop.dispose())
    const person = await newAdmin(shop, { plan: 'starter' })
    const set = (key: string) =>
      person.call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: key } })
    await shop.db.kysely.updateTable('subscriptions').set({ provider }).execute()
    await expect(set('sk_live_1')).rejects.toMatchObject({
      body: { STRIPE_SECRET_KEY: [expect.stringContaining('--forget-test-payments')] },
    })
    await set('sk_test_1')
    const config = loadConfig({}, ['--forget-test-payments'])
    expect(config.forgetTestPayments).toBe(true)
    expect(await forgetTestPlans(shop.db)).toBe(1)
    expect((await person.call(api.users.me, {})).plan).toMatchObject({ name: 'free' })
    await set('sk_live_1')
  },
)

it('a test with changes stores none of them, whether it works or not', async () => {
  const test = (changes: Record<string, string | null>) =>
    admin.call(api.adminSettings.test, { body: { what: 'mail', changes } })
  expect(await test({ SMTP_URL: 'smtp://127.0.0.1:9' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('ECONNREFUSED'),
  })
  expect(await test({ MAIL_FROM: 'moon@example.org' })).toMatchObject({ ok: true })
  for (const name of ['SMTP_URL', 'MAIL_FROM'])
    expect(await read(name)).toMatchObject({ is_set: false, source: 'default' })
  for (const [name, wrong] of [
    ['MAIL_FROM', 'nobody'],
    ['MINIMUM_AGE', '18'],
  ] as const)
    await expect(test({ [name]: wrong })).rejects.toMatchObject({
      body: { [name]: [expect.any(String)] },
    })
})

it('storage can be tried', async () => {
  expect(await admin.call(api.adminSettings.test, { body: { what: 'storage' } })).toMatchObject({
    ok: true,
  })
})
