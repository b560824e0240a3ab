import Stripe from 'stripe'
import { OperatorError } from '#lib/operator-error.ts'
import { createStripe } from './client.ts'
import { t, type Text } from '#server/texts/index.ts'

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
  if (cause instanceof errors.StripeAuthenticationError)
    throw new OperatorError('Stripe does not take this key.', { cause })
  if (cause instanceof errors.StripeConnectionError)
    throw new OperatorError(
      'Stripe cannot be reached. Check the connection of this machine and try again.',
      { cause },
    )
  throw cause
}
