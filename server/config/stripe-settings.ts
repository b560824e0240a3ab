import { z } from 'zod'
import { fault } from '#contract/said.ts'
import { fromStart, httpUrl, list, note, switchedOn } from './values.ts'

/** Settings of the payment provider. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: fromStart(
    z
      .string()
      .regex(
        /^(?:sk|rk)_(?:test|live)_/,
        fault('settings.beginsWithEither', { one: 'sk_test_', other: 'sk_live_' }),
      )
      .optional(),
    'Payments by Stripe: run `npm run atelier -- billing sync` once, and have Stripe send its events to `/api/webhooks/stripe/`',
    "none: on loopback the app's own test payments",
  ),
  STRIPE_WEBHOOK_SECRET: fromStart(
    z
      .string()
      .transform(list)
      .refine(
        (secrets) => secrets.every((secret) => secret.startsWith('whsec_')),
        fault('settings.beginsWith', { start: 'whsec_' }),
      )
      .default([]),
    'What those events are signed with; several, separated by commas, while one is replaced',
  ),
  STRIPE_TAX: fromStart(
    switchedOn,
    '`1` has Stripe Tax work out the tax that is in each price, by where the buyer is: set it up at Stripe first, then run `npm run atelier -- billing sync`. It holds for what is bought from then on; plans that run keep what they began with',
    '`0`',
  ),
  STRIPE_API_BASE: note(httpUrl.optional(), "Address of Stripe's interface", "the provider's"),
}
