import { createStripe } from './client.ts'

/**
 * Asks Stripe by a key, which changes nothing.
 * @returns in plain words whether it is for real money
 * @throws what Stripe says of the key
 */
export async function checkStripe(secretKey: string, apiBase: string | null): Promise<string> {
  const { livemode } = await createStripe(secretKey, apiBase).balance.retrieve()
  return livemode
    ? 'Stripe takes this key: payments are real.'
    : "Stripe takes this key, which is one of its test mode: nobody's money moves."
}
