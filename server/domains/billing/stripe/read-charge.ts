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

/**
 * Reads the last charge of a payment.
 * @param commonCard fingerprint of a card that is not told, since everybody pays with it
 * @returns null where there is none
 */
export async function readCharge(
  stripe: Stripe,
  paymentIntent: string,
  commonCard?: string,
): Promise<RemoteCharge | null> {
  const intent = await askFor(() =>
    stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }),
  )
  const charge = intent?.latest_charge
  if (!charge || typeof charge !== 'object') return null
  const read = chargeOf(charge)
  return read.fingerprint === commonCard ? { ...read, fingerprint: null } : read
}
