import type { UnsaidBillingState } from '#contract/billing.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { adminPromotions, Promotion } from '#contract/promotions.ts'
import type { UnsaidWithdrawal } from '#contract/withdrawals.ts'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import type { CreditReader } from '#server/domains/credits/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { KeysetQuery } from '#server/platform/keyset.ts'
import type { Route } from '#server/platform/route.ts'
import type { CatalogLine, Evidence, RemoteDispute } from './payment-provider.ts'

/** The plan a user is on now; `period` and `renewsAt` are null on the free plan. */
export interface CurrentPlan {
  name: PlanName
  period: PlanPeriod | null
  renewsAt: Date | null
  cancelAt: Date | null
  /** What gives it; null on the free plan. `isPaid`: at the payment provider. */
  subscription: { id: string; isPaid: boolean } | null
}

export interface TrainingTerms {
  plan: PlanName
  models: number
  /** By the clock of billing. */
  since: Date
}

export interface PlanGrant {
  userId: string
  /** `free` ends the subscription now. */
  plan: PlanName
  period: PlanPeriod
}

/** A stored event of the provider whose work is to be done. */
export interface EventJob {
  provider: string
  eventId: string
}

/** A set of headshots whose card payment has come. */
export interface PaidOrder {
  userId: string
  /** The set. */
  reference: string
  /** Id in `payments`. */
  paymentId: string
  /** By the clock of billing. */
  at: Date
}

/** What a checkout of another domain asks for. */
export interface OrderInput {
  userId: string
  /** Host and network address of the request. */
  host: string
  ip: string
  reference: string
  /** Cents. */
  amount: number
}

/** Terms of a new promotion. */
export type PromotionInput = Parsed<typeof adminPromotions.create, 'body'>

/** Operations of the console on promotions. */
export interface Promotions {
  list(
    query: KeysetQuery,
    host: string,
  ): Promise<{ next: string | null; previous: string | null; results: Promotion[] }>
  /** @param note writes down who did it, in the same transaction */
  create(
    input: PromotionInput,
    host: string,
    note: (tx: Tx, id: string) => Promise<void>,
  ): Promise<Promotion>
  end(id: string, note: (tx: Tx) => Promise<void>): Promise<void>
}

/** Why all of a payment goes back. */
export type ReturnReason = 'few_passed' | 'not_made' | 'canceled'

export interface RefundInput {
  /** Id in `payments`. */
  paymentId: string
  /** Cents, at most what is left of the payment. */
  amount: number
  /** Idempotency key: asking again with the same key makes no second refund. */
  key: string
}

/** Evidence in favor of a disputed payment, and the person who sends it. */
export interface EvidenceInput {
  /** Id in `payments`. */
  paymentId: string
  evidence: Evidence
  sentBy: string
  /** Runs in the transaction that decides to send it; not when it was decided before. */
  onRequested(tx: Tx): Promise<void>
}

/** How the provider rated a payment. */
export interface KnownCharge {
  /** Id in `payments`. */
  payment: string
  risk_level: string | null
  risk_score: number | null
  outcome: string | null
  /** Whether a hash of the card is kept. */
  card_known: boolean
}

/** What happened to a user's payments, told in the transaction in which it is written; for mails. */
export type BillingEvent =
  | { type: 'payment_received'; userId: string; /** Id in `payments`. */ paymentId: string }
  | { type: 'payment_refunded'; userId: string; paymentId: string }
  | {
      /** Money that was told to go back did not. */
      type: 'refund_failed'
      userId: string
      paymentId: string
      amount: number
    }
  | {
      /** The purchaser withdraws from it, received at a time. */
      type: 'withdrawal_received'
      userId: string
      paymentId: string
      at: Date
    }
  | { type: 'payment_rejected'; userId: string; paymentId: string }
  | {
      type: 'payment_failed'
      userId: string
      paymentId: string
      attempts: number
      nextAttemptAt: Date | null
    }
  | {
      /** The plan stays active until the paid period ends. */
      type: 'subscription_cancelled'
      userId: string
      subscriptionId: string
      endsAt: Date
    }
  | {
      type: 'subscription_ended'
      userId: string
      subscriptionId: string
      reason: 'cancelled' | 'payment_failed' | 'refunded' | 'disputed' | 'withdrawn'
    }

/** Where our payments and the provider's do not agree. */
export interface PaymentDifference {
  check: string
  /** The provider's id of the invoice or the session. */
  payment: string
  /** Null where we know of no payment. */
  userId: string | null
  expected: string
  actual: string
}

export interface ProviderComparison {
  differences: PaymentDifference[]
  /** How many of our payments were asked for, and how many were left out because they are older. */
  compared: number
  leftOut: number
  /** From when on the provider was asked for payments that are unknown here; it tells no further back. */
  searchedFrom: Date
}

export interface Billing {
  /** plans/, users/me/, users/checkout.../, billing/ */
  routes: Route[]
  planOf(reader: CreditReader, userId: string): Promise<CurrentPlan>
  /** How many models the plan trains in the credit month, and when that began. */
  trainingTermsOf(reader: Reader, userId: string): Promise<TrainingTerms>
  /** On a paid plan now, or owner of a bought pack: pictures are served without the watermark. */
  hasPaid(reader: CreditReader, userId: string): Promise<boolean>
  /**
   * For the operator's command line: replaces the user's plan at once. With test payments it is bought with a test
   * card, so that it renews and can be changed; else it is as of `grantComplimentaryPlan`.
   */
  grantPlan(input: PlanGrant): Promise<void>
  /**
   * Replaces the user's subscription by one that was not paid for, starts now, grants its first credit month and ends
   * at `renews_at`.
   * @throws {AppError} `conflict` while the user pays for one
   */
  grantComplimentaryPlan(tx: Tx, input: PlanGrant): Promise<void>
  /**
   * Verifies and stores an event of the provider; its work is a job.
   * @throws {AppError} `invalid` for a signature that does not fit
   */
  receiveEvent(message: { body: Buffer; signature: string | undefined }): Promise<void>
  /** For the lane `PAYMENT_EVENTS_LANE`. */
  workOnEvent(job: EventJob): Promise<void>
  /** The dispute of a payment as the provider knows it now; null: it knows none. @throws {AppError} `unavailable` */
  readDispute(paymentId: string): Promise<RemoteDispute | null>
  /** For an operator: sends the provider what speaks for a disputed payment, once for each dispute. @throws {AppError} */
  submitEvidence(input: EvidenceInput): Promise<void>
  /** How the provider rated the risk of somebody's payments. */
  chargesOf(userId: string): Promise<KnownCharge[]>
  /** Evidence that was sent about somebody's disputed payments. */
  evidenceOf(
    userId: string,
  ): Promise<{ payment: string; evidence: Evidence; requested_at: string }[]>
  /** Which wording stood beside the button of a purchase, and when. */
  checkoutTermsOf(paymentId: string): Promise<{ version: string; at: string } | null>
  /** For cron: forgets cards whose time is over; notes which cards paid, and how the provider judged the risk. */
  readCharges(): Promise<void>
  /** For cron: repairs what never came. */
  sweep(): Promise<void>
  /** Makes or finds products, prices and the portal's configuration. @throws {AppError} */
  syncCatalog(): Promise<CatalogLine[]>
  /** Our payments against the provider's: of the last days, or all (null). @throws {AppError} */
  compareWithProvider(days: number | null): Promise<ProviderComparison>
  /** For an operator: gives money of a payment back, and has the credits follow. @throws {AppError} */
  refundPayment(input: RefundInput): Promise<void>
  /** Cents, of a set of headshots by card at this host; null: none is sold there. */
  headshotSetPrice(host: string): number | null
  /** The page where a set of headshots is paid; asked again, the same one. @throws {AppError} */
  openOrder(input: OrderInput): Promise<{ url: string }>
  promotions: Promotions
  /** Has nobody pay for a set any more; what was paid a moment ago counts. Safe to repeat. */
  closeOrder(reference: string): Promise<void>
  /** Owes all of a payment back, once, in the transaction that decides it; `returnOwed` and the sweep have the money follow. */
  oweBack(tx: Tx, input: { paymentId: string; reason: ReturnReason }): Promise<void>
  /** Gives back what is owed. Safe to repeat. */
  returnOwed(): Promise<void>
  /** In the transaction in which somebody's language changes: the provider is told it with the next checkout, else by the sweep. */
  noteChangedLanguage(tx: Tx, userId: string): Promise<void>
  /** In the transaction in which an account is deleted: what is paid later goes back. */
  closeCustomer(tx: Tx, userId: string): Promise<void>
  /** What that leaves to do: ends its subscription and what could still be paid. Safe to repeat. */
  closeAccount(userId: string): Promise<void>
  /** The open checkouts of a deleted account, at once; `closeAccount` does it again. Safe to repeat. */
  closePayments(userId: string): Promise<void>
  /** The state that `GET /api/billing/` answers. */
  stateOf(userId: string): Promise<UnsaidBillingState>
  /** Withdrawals that have begun, newest first. */
  withdrawalsOf(userId: string): Promise<UnsaidWithdrawal[]>
}

/** Limits that the operator sets for people who pay for the first time; 0: no limit. */
export interface FirstPurchaseLimits {
  /** People in 24 hours who may go to a payment page from one public network. */
  perNetwork: number
  /** People in 24 hours whose first payments were made with one card before the operator is told. */
  perCard: number
}
