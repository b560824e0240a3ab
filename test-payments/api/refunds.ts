import type Stripe from 'stripe'
import { z } from 'zod'
import { closeDispute, requireOpen, submitEvidence } from '../billing/disputes.ts'
import { DAY } from '../calendar.ts'
import { idOf } from '../object-types.ts'
import { cardOf } from '../objects/payment-method.ts'
import { addRefund } from '../objects/refund.ts'
import type { Store } from '../store.ts'
import { flag, ignored, integer, mergeMetadata, metadata, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

/** What a refund may be asked for. */
export const refundParams = z.strictObject({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  instructions_email: ignored,
})

/** Longer than other texts, by the provider's own bound. */
const statement = z.string().max(20_000).optional()

/** Texts of evidence; files are not taken here. */
const evidenceParams = {
  access_activity_log: statement,
  cancellation_policy_disclosure: statement,
  cancellation_rebuttal: statement,
  customer_email_address: text.optional(),
  customer_name: text.optional(),
  product_description: statement,
  refund_policy_disclosure: statement,
  refund_refusal_explanation: statement,
  service_date: text.optional(),
  uncategorized_text: statement,
}

/** What may be said in a dispute. */
export const disputeParams = z.strictObject({
  evidence: z.strictObject(evidenceParams).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})

async function chargeOf(
  store: Store,
  params: z.output<typeof refundParams>,
): Promise<Stripe.Charge> {
  if (params.charge !== undefined) return store.get('charge', params.charge, 'charge')
  if (params.payment_intent === undefined) {
    throw new ApiError(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = await store.get('payment_intent', params.payment_intent, 'payment_intent')
  const id = idOf(intent.latest_charge)
  if (id !== null && intent.status === 'succeeded') return store.get('charge', id)
  throw new ApiError(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    },
  )
}

async function create(store: Store, params: z.output<typeof refundParams>): Promise<Stripe.Refund> {
  const charge = await chargeOf(store, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (!charge.paid) throw new ApiError(`Charge ${charge.id} failed and cannot be refunded.`)
  if (charge.disputed) {
    throw new ApiError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (amount < 1) {
    throw new ApiError('Invalid positive integer', {
      param: 'amount',
      code: 'parameter_invalid_integer',
    })
  }
  if (amount > left) {
    throw new ApiError(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    )
  }
  const refund = addRefund(store, {
    charge,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
  })
  const method = await store.find('payment_method', charge.payment_method ?? '')
  if (method && cardOf(store, method).losesRefunds) {
    await store.schedule(refund, 'fail_refund', store.now + DAY)
  }
  return refund
}

/** The words that decide a test dispute, as at Stripe. */
const VERDICTS: Record<string, 'won' | 'lost'> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

async function updateDispute(
  store: Store,
  params: z.output<typeof disputeParams>,
  id: string,
): Promise<Stripe.Dispute> {
  const dispute = await store.get('dispute', id)
  const said = Object.entries(params.evidence ?? {}).filter(([, value]) => value !== undefined)
  const isSubmitted = said.length > 0 && params.submit !== false
  if (said.length > 0) requireOpen(store, dispute)
  dispute.metadata = mergeMetadata(dispute.metadata, params.metadata)
  Object.assign(dispute.evidence, Object.fromEntries(said))
  if (said.length > 0) dispute.evidence_details.has_evidence = true
  if (isSubmitted) submitEvidence(dispute)
  const verdict = VERDICTS[params.evidence?.uncategorized_text ?? '']
  if (verdict && isSubmitted) closeDispute(store, dispute, verdict)
  else store.update('charge.dispute.updated', dispute)
  return dispute
}

const nothing = z.strictObject({})
const byPayment = { charge: text.optional(), payment_intent: text.optional() }

export const refundRoutes: ApiRoute[] = [
  route('POST', '/v1/refunds', refundParams, create),
  route('GET', '/v1/refunds/:id', nothing, (store, _params, id) => store.get('refund', id)),
  listRoute({ kind: 'refund', path: '/v1/refunds', filters: byPayment }),
  route('GET', '/v1/disputes/:id', nothing, (store, _params, id) => store.get('dispute', id)),
  route('POST', '/v1/disputes/:id', disputeParams, updateDispute),
  route('POST', '/v1/disputes/:id/close', nothing, async (store, _params, id) => {
    const dispute = await store.get('dispute', id)
    closeDispute(store, dispute, 'lost')
    return dispute
  }),
  listRoute({ kind: 'dispute', path: '/v1/disputes', filters: byPayment }),
]
