import Stripe from 'stripe'
import { OperatorError } from '#lib/operator-error.ts'
import { createStripe } from './client.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'

/**
 * Asks Stripe by a key, which changes nothing.
 * @returns in plain words whether it is for real money
 * @throws {OperatorError} the key is refused, or Stripe is away
 * @throws whatever else Stripe says
 */
export async function checkStripe(secretKey: string, apiBase: string | null): Promise<Text> {
  const { livemode } = await createStripe(secretKey, apiBase).balance.retrieve().catch(explain)
  return livemode ? t('installation.stripeReal') : t('installation.stripeTest')
}

function explain(cause: unknown): never {
  const { errors } = Stripe
  const text =
    cause instanceof errors.StripeAuthenticationError
      ? t('installation.stripeRefuses')
      : cause instanceof errors.StripeConnectionError
        ? t('installation.stripeAway')
        : null
  if (text !== null) throw new OperatorError(inEnglish(text), { cause, text })
  throw cause
}
