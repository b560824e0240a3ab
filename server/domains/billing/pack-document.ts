import type { Reader } from '#server/platform/db/index.ts'
import type { PaymentProvider, RemoteSession } from './payment-provider.ts'

/**
 * Writes where the invoice of a pack or a set of headshots can be seen, if that is not known yet: it may come after the payment.
 * @returns whether the payment is one of ours
 */
export async function noteDocument(
  from: Reader,
  { name }: PaymentProvider,
  paymentIntent: string | null,
  { url, number }: NonNullable<RemoteSession['document']>,
): Promise<boolean> {
  if (paymentIntent === null) return false
  const noted = await from
    .updateTable('payments')
    .set({ url, number })
    .where('provider', '=', name)
    .where('payment_intent', '=', paymentIntent)
    .where('kind', 'in', ['pack', 'headshots'])
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
