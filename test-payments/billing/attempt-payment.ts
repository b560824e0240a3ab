import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { addCharge } from '../objects/charge.ts'
import { cardOf } from '../objects/payment-method.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { openDispute } from './disputes.ts'

export interface Attempt {
  method: Stripe.PaymentMethod
  /** Whether the card's owner is there to confirm. */
  present: boolean
  /** The owner's answer to the question for a confirmation. */
  confirmation?: 'given' | 'refused'
  /** What `decidePayment` has said. */
  decided?: PaymentResult
}

export type PaymentResult = 'succeeded' | 'declined' | 'confirm'

const MESSAGES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
}

/** How an attempt will end. Ask once an attempt: what a test has ordered for the next charge is used up. */
export async function decidePayment(
  store: Store,
  customer: Stripe.Customer | null,
  { method, present, confirmation }: Attempt,
): Promise<PaymentResult> {
  const card = cardOf(store, method)
  if (confirmation && card.present === 'confirm') {
    return confirmation === 'given' ? 'succeeded' : 'declined'
  }
  const scripted = customer ? store.hidden(customer).nextCharges?.shift() : undefined
  if (customer && scripted) {
    store.save(customer)
    return scripted
  }
  if (present) return card.present
  if (card.absent !== 'confirmed') return card.absent
  return store.hidden(method).confirmed ? 'succeeded' : 'confirm'
}

function refusalOf(store: Store, { method, confirmation }: Attempt) {
  if (confirmation === 'refused') {
    return {
      code: 'payment_intent_authentication_failure',
      declineCode: 'authentication_required',
      message: 'The card was not confirmed by its owner. Confirm it, or take another card.',
    }
  }
  const { declineCode } = cardOf(store, method)
  const message = MESSAGES[declineCode] ?? 'Your card was declined.'
  return { code: 'card_declined', declineCode, message }
}

function askConfirmation(store: Store, intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_action'
  intent.last_payment_error = null
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  store.save(intent)
  store.emit('payment_intent.requires_action', intent)
}

function fail(store: Store, intent: Stripe.PaymentIntent, attempt: Attempt): void {
  const failure = refusalOf(store, attempt)
  const charge = addCharge(store, { intent, method: attempt.method, failure })
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.latest_charge = charge.id
  intent.last_payment_error = {
    type: 'card_error',
    code: failure.code,
    decline_code: failure.declineCode,
    message: failure.message,
    charge: charge.id,
    payment_method: attempt.method,
  }
  store.save(intent)
  store.emit('payment_intent.payment_failed', intent)
}

function succeed(
  store: Store,
  intent: Stripe.PaymentIntent,
  { method, confirmation }: Attempt,
): void {
  const charge = addCharge(store, { intent, method, failure: null })
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_payment_error = null
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  store.save(intent)
  store.emit('payment_intent.succeeded', intent)
  if (confirmation === 'given') {
    store.hidden(method).confirmed = true
    store.save(method)
  }
  if (cardOf(store, method).disputes) openDispute(store, charge, 'fraudulent')
}

async function decideFor(
  store: Store,
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
): Promise<PaymentResult> {
  const id = idOf(intent.customer)
  return decidePayment(store, id === null ? null : await store.find('customer', id), attempt)
}

/** Tries to get a payment's money from a card, once. */
export async function attemptPayment(
  store: Store,
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
): Promise<PaymentResult> {
  intent.payment_method = attempt.method.id
  const result = attempt.decided ?? (await decideFor(store, intent, attempt))
  if (result === 'confirm') askConfirmation(store, intent)
  else if (result === 'declined') fail(store, intent, attempt)
  else succeed(store, intent, attempt)
  return result
}

/** The 402 of a payment that was declined; its charge stays. */
export function declinedError(intent: Stripe.PaymentIntent): ApiError {
  const { last_payment_error: error } = intent
  return new ApiError(error?.message ?? 'Your card was declined.', {
    status: 402,
    type: 'card_error',
    keepsChanges: true,
    code: error?.code ?? 'card_declined',
    ...(error?.decline_code !== undefined && { decline_code: error.decline_code }),
    ...(error?.charge !== undefined && { charge: error.charge }),
    payment_intent: structuredClone(intent),
  })
}

/** Why a payment did not succeed, in words and by its code; null for one that did, or waits. */
export const failureOf = ({
  last_payment_error: error,
}: Stripe.PaymentIntent): { message: string | null; code: string | null } => ({
  message: error?.message ?? null,
  code: error?.decline_code ?? error?.code ?? null,
})
