import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { DAY } from '../calendar.ts'
import { newId } from '../ids.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'

const EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const EVIDENCE_DAYS = 10

/** The owner of the card takes the money back, for now. */
export function openDispute(store: Store, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  if (charge.disputed || !charge.paid) throw new ApiError(`${charge.id} cannot be disputed`)
  const dispute = store.add('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...EVIDENCE },
    evidence_details: {
      due_by: store.now + EVIDENCE_DAYS * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: 'needs_response',
  })
  charge.disputed = true
  store.save(charge)
  store.emit('charge.dispute.created', dispute)
  store.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** @throws {ApiError} when it was closed, or its evidence is due no more */
export function requireOpen(store: Store, { status, evidence_details: details }: Stripe.Dispute) {
  if (status === 'won' || status === 'lost') {
    throw new ApiError('This dispute is already closed', { code: 'dispute_already_closed' })
  }
  if (status !== 'needs_response' || (details.due_by !== null && store.now > details.due_by)) {
    throw new ApiError('Evidence can no longer be submitted for this dispute.')
  }
}

/** Submits the evidence to the bank, which reviews it. */
export function submitEvidence(dispute: Stripe.Dispute): void {
  dispute.evidence_details.submission_count += 1
  dispute.evidence_details.submission_method = 'manual'
  dispute.status = 'under_review'
}

/** @throws {ApiError} when it was closed before */
export function closeDispute(store: Store, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw new ApiError('This dispute is already closed', { code: 'dispute_already_closed' })
  }
  dispute.status = outcome
  store.save(dispute)
  store.emit('charge.dispute.closed', dispute)
  if (outcome === 'won') store.emit('charge.dispute.funds_reinstated', dispute)
}
