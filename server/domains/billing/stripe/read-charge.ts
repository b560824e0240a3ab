import type Stripe from 'stripe'
import type { RemoteCharge } from '../payment-provider.ts'
import { askFor } from './client.ts'

/** Levels that Stripe reports for a risk that it did not judge. */
const UNJUDGED = new Set<string | undefined>(['not_assessed', 'unknown'])

/** Which card paid, and how Radar judged the charge. */
export function chargeOf({
  outcome,
  payment_method_details: details,
}: Stripe.Charge): RemoteCharge {
  const level = outcome?.risk_level
  return {
    fingerprint: details?.card?.fingerprint ?? null,
    riskLevel: level === undefined || UNJUDGED.has(level) ? null : level,
    riskScore: outcome?.risk_score ?? null,
    outcome: outcome?.type ?? null,
    outcomeReason: outcome?.reason ?? null,
  }
}

/** The last charge of a payment; null where there is none. */
export async function readCharge(
  stripe: Stripe,
  paymentIntent: string,
): Promise<RemoteCharge | null> {
  const intent = await askFor(() =>
    stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }),
  )
  const charge = intent?.latest_charge
  return charge && typeof charge === 'object' ? chargeOf(charge) : null
}
