import Stripe from 'stripe'
import { OperatorError } from '#lib/operator-error.ts'
import { isLiveKey } from '../test-plans.ts'
import { createStripe } from './client.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'

/**
 * Asks Stripe by a key, which changes nothing.
 * @returns in plain words whether it is for real money
 * @throws {OperatorError} the key is refused, or Stripe is away or answers with another error
 */
export async function checkStripe(secretKey: string, apiBase: string | null): Promise<Text> {
  // Somebody waits for the answer.
  const asked = createStripe(secretKey, apiBase).balance.retrieve({}, { maxNetworkRetries: 0 })
  const isLive = await asked.then(
    ({ livemode }) => livemode,
    (cause: unknown) => explain(cause, secretKey),
  )
  return isLive ? t('installation.stripeReal') : t('installation.stripeTest')
}

/** A restricted key that may not read the balance is a key that Stripe knows. @returns whether it is for real money */
function explain(cause: unknown, secretKey: string): boolean {
  const { errors } = Stripe
  if (cause instanceof errors.StripePermissionError) return isLiveKey(secretKey)
  const text =
    cause instanceof errors.StripeAuthenticationError
      ? t('installation.stripeRefuses')
      : cause instanceof errors.StripeConnectionError
        ? t('installation.stripeAway')
        : cause instanceof errors.StripeError
          ? t('installation.stripeError')
          : null
  if (text !== null) throw new OperatorError(inEnglish(text), { cause, text })
  throw cause
}
