import { type Config, ownAddress } from '#server/config/index.ts'
import {
  createStripeProvider,
  nameOfStripe,
  type PaymentProvider,
  TEST_PROVIDER,
} from '#server/domains/billing/index.ts'
import { createTestPayments, type TestPayments } from '#test-payments/index.ts'
import type { AppOptions } from './options.ts'

/** Who takes the money. */
export interface Payments {
  /** Stripe by its key, else the app's own test payments where they are allowed, else none. */
  provider: PaymentProvider | null
  /** The payment provider of an installation without a Stripe key; null with one. */
  testPayments: TestPayments | null
}

export async function createPayments(options: AppOptions): Promise<Payments> {
  const { config, db, log, overrides } = options
  if (!config.testPayments) return { provider: createStripe(config), testPayments: null }
  const testPayments = await createTestPayments({
    db,
    log,
    publicUrl: config.publicUrl,
    webhookUrl: `${ownAddress(config)}/api/webhooks/stripe/`,
    ...(overrides.paymentAccount && { account: overrides.paymentAccount }),
  })
  const provider = createStripeProvider({
    name: TEST_PROVIDER,
    secretKey: testPayments.apiKey,
    apiBase: await testPayments.listen(),
    webhookSecrets: [testPayments.webhookSecret],
    autoSync: true,
    tax: config.stripe.tax,
    commonCard: testPayments.usualCard,
  })
  return { provider, testPayments }
}

function createStripe({ stripe }: Config): PaymentProvider | null {
  const { secretKey: key } = stripe
  if (key === null) return null
  const name = nameOfStripe(key)
  return createStripeProvider({ ...stripe, secretKey: key, name, autoSync: false })
}
