import type { PlanPeriod } from '#contract/users.ts'
import type { PaidPlan } from './plans.ts'

/** What one of our prices at the provider sells. */
export type PricedItem =
  | { kind: 'plan'; plan: PaidPlan; period: PlanPeriod }
  | { kind: 'pack'; quantity: number }

/** The same as it was sold: what is asked and given for it today may differ. */
export type SoldItem =
  | {
      kind: 'plan'
      plan: PaidPlan
      period: PlanPeriod
      /** A month. */ credits: number
      /** Cents. */ price: number
    }
  | { kind: 'pack'; quantity: number }

/** A set of headshots, paid once: priced when it is ordered, so it has no price in the catalog. */
export interface OrderedHeadshots {
  kind: 'headshots'
  /** The set. */
  reference: string
  /** Cents. */
  amount: number
}

/** What a checkout sells. */
export type CheckoutItem = PricedItem | OrderedHeadshots

/** What an event is about: the object that is read again before anything is believed. */
export interface EventTarget {
  kind: 'session' | 'subscription' | 'invoice' | 'payment'
  id: string
}

export interface ProviderEvent {
  id: string
  type: string
  apiVersion: string | null
  createdAt: Date
  /** Null: of no interest. */
  target: EventTarget | null
}

export interface RemoteSession {
  id: string
  /** Null once it is over. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  /** Money has come, or none was asked for. */
  paid: boolean
  customer: string | null
  subscription: string | null
  paymentIntent: string | null
  amount: number
  /** Amount that a promotion took off it. */
  discount: number
  currency: string
  createdAt: Date
  /** When the money came, where the answer tells it. */
  paidAt: Date | null
  /** Ids of ours that were sent along: the checkout, and for a pack its size. */
  checkout: string | null
  quantity: number | null
  /** The set of headshots that it pays for. */
  headshots: string | null
  /** The provider's page of the invoice, and its number; null while there is none. */
  document: { url: string; number: string | null } | null
}

export interface RemoteLine {
  item: SoldItem | null
  /** Without what a promotion took off. */
  amount: number
  text: string
  /** Money for a part of a period, given back or charged because of a change. */
  proration: boolean
  start: Date
  end: Date
}

export interface RemoteInvoice {
  id: string
  customer: string | null
  subscription: string | null
  status: 'draft' | 'open' | 'paid' | 'void'
  /** Paid, or while open to be paid. */
  amount: number
  /** Amount that a promotion took off its lines, and our id of the promotion that the subscription was begun with. */
  discount: number
  promotion: string | null
  currency: string
  number: string | null
  url: string | null
  paymentIntent: string | null
  attempts: number
  nextAttemptAt: Date | null
  createdAt: Date
  paidAt: Date | null
  lines: RemoteLine[]
}

/** Plan that begins when the paid period ends, at the price that it was scheduled with. */
export interface RemoteScheduled {
  plan: PaidPlan
  period: PlanPeriod
  priceId: string
  /** Cents. */
  price: number
}

export interface RemoteDiscount {
  id: string
  /** The provider's id of the promotion that it is of; null: of none, or what was read does not tell. */
  promotion: string | null
  endsAt: Date | null
}

export interface RemoteSubscription {
  id: string
  customer: string
  /** `pending`: never paid, so it gives nothing. */
  status: 'pending' | 'active' | 'past_due' | 'ended'
  itemId: string
  priceId: string
  item: SoldItem | null
  periodStart: Date
  periodEnd: Date
  cancelAt: Date | null
  /** Which of the provider's two ways set that end; only the same way takes it back. Null: it goes on. */
  cancelsBy: 'date' | 'period_end' | null
  endedAt: Date | null
  /** Whether it ended because nobody paid. */
  unpaid: boolean
  /** The provider has made its last attempt and left it as it is. */
  collectionStopped: boolean
  scheduleId: string | null
  scheduled: RemoteScheduled | null
  /** Discounts on its payments to come; without an end: on all of them. */
  discounts: RemoteDiscount[]
}

/** Refunds and disputes of one payment. */
export interface RemoteMoney {
  paymentIntent: string
  /** All refunds ever made, and those of them that failed or were canceled: their money did not go back. Both only grow. */
  given: number
  failed: number
  dispute: { id: string; status: 'open' | 'won' | 'lost'; amount: number } | null
}

/** How a payment was charged. */
export interface RemoteCharge {
  /** Fingerprint of the card, the same for anyone who pays with it; null where no card paid, or one that everybody tests with. */
  fingerprint: string | null
  /** How the provider judged the risk of fraud: `normal`, `elevated`, `highest`; null where it did not look. */
  riskLevel: string | null
  /** From 0 to 99; null where the account does not get it. */
  riskScore: number | null
  /** Such as `authorized` or `manual_review`, and the reason that the provider names. */
  outcome: string | null
  outcomeReason: string | null
}

/** A dispute as the provider knows it now. */
export interface RemoteDispute {
  id: string
  /** Such as `fraudulent` or `product_not_received`. */
  reason: string
  /** Until when evidence is taken; null: it is not any more. */
  dueAt: Date | null
  /** Evidence is taken now. */
  isAnswerable: boolean
}

/** Evidence in favor of a payment, by the provider's names. */
export interface Evidence {
  customer_name?: string
  customer_email_address?: string
  product_description?: string
  service_date?: string
  access_activity_log?: string
  refund_policy_disclosure?: string
  uncategorized_text?: string
}

export interface PreviewLine {
  /** In the provider's words, in English. */
  text: string
  amount: number
  /** A change in the middle of a period that gives back or costs part of a plan of ours; null for other lines. */
  change: { plan: PaidPlan; time: 'unused' | 'remaining'; at: Date } | null
}

export interface RemotePreview {
  amountDue: number
  /** Sum of the lines and what the customer owed before, below zero for credit: less than `minimumCharge` is not due. */
  owed: number
  currency: string
  /** The end of the period after which it comes; the first attempt to collect it may be an hour later. */
  at: Date
  lines: PreviewLine[]
}

export interface CheckoutOrder {
  /** Ours; keys the request. */
  checkoutId: string
  userId: string
  customer: string
  item: CheckoutItem
  successUrl: string
  cancelUrl: string
  /** Of the buyer, for the provider's page. */
  language: string
  /** Stands beside the button that pays; null: nothing. */
  terms: string | null
  /** Ours and the provider's id of what is taken off. */
  promotion: { id: string; externalId: string } | null
}

/** Details of a promotion that the provider has to know. */
export interface NewPromotion {
  /** Ours; keys the requests. */
  id: string
  code: string
  percentOff: number | null
  /** Cents. */
  amountOff: number | null
  duration: 'once' | 'repeating' | 'forever'
  months: number | null
  firstPurchase: boolean
  maxRedemptions: number | null
  expiresAt: Date | null
}

export interface PlanSwitch {
  subscription: RemoteSubscription
  plan: PaidPlan
  period: PlanPeriod
  /** Whether what is off the present plan is off the new one too. */
  keepsDiscounts: boolean
  /** The price that was agreed before, by the provider's id; null: the one that is asked for today. */
  priceId: string | null
  /** Whole seconds. */
  at: Date
}

/** How a subscription goes on: to its end or on, whatever was set before. */
export type Course = 'ends_with_period' | 'ends_now' | 'goes_on'

/** What `billing sync` did with one thing. */
export interface CatalogLine {
  what: string
  /** `check`: what only a person can set at the provider; `what` says it. */
  state: 'made' | 'found' | 'changed' | 'check'
}

/**
 * The payment provider. Everything that writes takes a key of our own making: the same key is the same act, however
 * often it is asked for. Times are whole seconds, money is cents.
 * @throws {AppError} `unavailable` when it may work later, `provider_error` when it refuses, `provider_not_configured`
 */
export interface PaymentProvider {
  /** `stripe`, or `test` for the app's own: ids of one mean nothing to the other. */
  readonly name: string
  /** Cents; what is less is not collected but owed with the next invoice. */
  readonly minimumCharge: number
  /** No real money moves. */
  readonly isTest: boolean
  /** @throws {AppError} `invalid` when the signature is not one of ours or too old, and for what is no event */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent
  listEvents(since: Date): AsyncIterable<ProviderEvent>
  /** Makes or finds products, prices and the portal's configuration. */
  syncCatalog(): Promise<CatalogLine[]>
  createCustomer(input: {
    key: string
    userId: string
    email: string
    name: string
  }): Promise<string>
  /** Sets the language of a customer's invoices; one that is not there has none. Safe to repeat. */
  setLanguage(input: { customer: string; language: string }): Promise<void>
  /** Takes every kept card from a customer; one that is not there has none. Safe to repeat. */
  forgetCards(customer: string): Promise<void>
  createCheckout(order: CheckoutOrder): Promise<RemoteSession>
  /** Makes what customers can have taken off; asked again, the same. @returns the provider's id of it */
  createPromotion(promotion: NewPromotion): Promise<string>
  /** No checkout can use it any more. Safe to repeat. */
  endPromotion(id: string): Promise<void>
  /** Null: there is none. */
  readSession(id: string): Promise<RemoteSession | null>
  /**
   * Answers it as it is then; it may have been paid meanwhile.
   * @throws {AppError} `unavailable` or `provider_error` when it can still be paid
   */
  expireSession(id: string): Promise<RemoteSession | null>
  /** The pages on which a customer can still pay, with the ids of their checkouts. */
  listOpenSessions(customer: string): Promise<{ id: string; checkout: string | null }[]>
  createPortal(input: { customer: string; returnUrl: string; language: string }): Promise<string>
  readSubscription(id: string): Promise<RemoteSubscription | null>
  /** Newest first. */
  listInvoices(subscription: string): Promise<RemoteInvoice[]>
  readInvoice(id: string): Promise<RemoteInvoice | null>
  /** The card of the next charge; null if there is no charge, or it is paid by something without a number. */
  readCard(subscription: string): Promise<{ brand: string; last4: string } | null>
  previewUpgrade(change: PlanSwitch): Promise<RemotePreview>
  /** The first invoice of a plan that begins when the paid period ends. */
  previewScheduled(change: Omit<PlanSwitch, 'at'>): Promise<RemotePreview>
  /** The next invoice if the subscription took this course; null: none would come. */
  previewCourse(subscription: RemoteSubscription, course: Course): Promise<RemotePreview | null>
  /** Takes effect when its invoice is paid. */
  upgrade(change: PlanSwitch, key: string): Promise<void>
  scheduleChange(change: Omit<PlanSwitch, 'at'>, key: string): Promise<void>
  releaseSchedule(schedule: string, key: string): Promise<void>
  endWithPeriod(subscription: string, key: string): Promise<void>
  /** Takes back whatever would end it; nothing where nothing would. */
  keepGoing(subscription: Pick<RemoteSubscription, 'id' | 'cancelsBy'>, key: string): Promise<void>
  /** Now; nothing is given back. */
  cancelNow(subscription: string, key: string): Promise<void>
  voidInvoice(invoice: string, key: string): Promise<void>
  /** In full. */
  refund(paymentIntent: string, key: string): Promise<void>
  /** @param amount in cents */
  refundPart(paymentIntent: string, amount: number, key: string): Promise<void>
  /** Null: there is no such payment. */
  readMoney(paymentIntent: string): Promise<RemoteMoney | null>
  /** Null: there is no such dispute. */
  readDispute(id: string): Promise<RemoteDispute | null>
  /** Has the bank look at what speaks for a payment: at most once a dispute. */
  submitEvidence(dispute: string, evidence: Evidence, key: string): Promise<void>
  /** The last charge of a payment; null: there is none. */
  readCharge(paymentIntent: string): Promise<RemoteCharge | null>
  /** The invoice's subscription or the session that a payment was made for. */
  findPurpose(paymentIntent: string): Promise<EventTarget | null>
}
