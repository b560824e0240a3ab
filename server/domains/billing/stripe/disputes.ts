import type Stripe from 'stripe'
import type { Evidence, RemoteDispute } from '../payment-provider.ts'
import { ask, askFor, dateOf } from './client.ts'

/** States in which evidence is taken. */
const ANSWERABLE = new Set<string>(['needs_response', 'warning_needs_response'])

/** A dispute as Stripe knows it; null: there is none. */
export async function readDispute(stripe: Stripe, id: string): Promise<RemoteDispute | null> {
  const dispute = await askFor(() => stripe.disputes.retrieve(id))
  if (!dispute) return null
  const { due_by: dueBy, past_due: isPast } = dispute.evidence_details
  return {
    id: dispute.id,
    reason: dispute.reason,
    dueAt: dueBy === null ? null : dateOf(dueBy),
    isAnswerable: ANSWERABLE.has(dispute.status) && !isPast,
  }
}

/** Sends evidence to the bank, at once and for good. */
export async function submitEvidence(
  stripe: Stripe,
  { dispute, evidence, key }: { dispute: string; evidence: Evidence; key: string },
): Promise<void> {
  await ask(() =>
    stripe.disputes.update(dispute, { evidence, submit: true }, { idempotencyKey: key }),
  )
}
