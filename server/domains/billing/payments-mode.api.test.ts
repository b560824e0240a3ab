import { afterEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/support/test-app.ts'

let app: TestApp | null = null
afterEach(async () => {
  await app?.dispose()
  app = null
})

const modeWith = async (env: TestAppOptions['env'] = {}) => {
  app = await startTestApp({ env: { ROLES: 'web', ...env } })
  return (await app.call(api.plans.list, {})).payments
}

describe('whether anything can be bought is told with the prices', () => {
  it('test payments: a test', async () => {
    expect(await modeWith()).toBe('test')
  })

  it("Stripe's test key: a test; its live key: real money", async () => {
    const unused = { STRIPE_API_BASE: 'http://127.0.0.1:9' }
    expect(await modeWith({ STRIPE_SECRET_KEY: 'sk_test_x', ...unused })).toBe('test')
    await app?.dispose()
    expect(await modeWith({ STRIPE_SECRET_KEY: 'rk_live_x', ...unused })).toBe('live')
  })

  it('none where others reach the app and no key is set; nothing can be opened then', async () => {
    expect(await modeWith({ HOST: '0.0.0.0' })).toBe('off')
    const person = await newPerson(app!)
    const refused = { status: 503, code: 'provider_not_configured' }
    await expect(
      person.call(api.billing.checkout, { query: { quantity: '1000' } }),
    ).rejects.toMatchObject(refused)
    await expect(
      person.call(api.billing.checkoutSubscription, { body: { plan: 'pro', period: 'yearly' } }),
    ).rejects.toMatchObject(refused)
    await expect(person.call(api.billing.portal, {})).rejects.toMatchObject(refused)
  })
})
