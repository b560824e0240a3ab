import type { Generated } from 'kysely'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'
import type { Evidence } from './payment-provider.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain billing; their columns are described where they are made, in `migrations/`. */
  interface Database {
    promotions: {
      id: Generated<string>
      provider: string
      code: string
      percent_off: number | null
      amount_off: number | null
      applies_to: 'all' | 'plans' | 'monthly_plans' | 'yearly_plans' | 'packs'
      duration: 'once' | 'repeating' | 'forever'
      months: number | null
      first_purchase: boolean
      max_redemptions: number | null
      expires_at: Instant | null
      created_at: Instant
      ended_at: Instant | null
      external_id: string | null
      closed_at: Instant | null
    }
    billing_notices: { user_id: string; kind: string; key: string; sent_at: Instant }
    subscriptions: {
      id: Generated<string>
      user_id: string
      plan: 'basic' | 'starter' | 'hobby' | 'pro'
      period: 'monthly' | 'yearly'
      status: 'active' | 'past_due' | 'ended'
      anchor: Instant
      renews_at: Instant
      cancel_at: Instant | null
      ended_at: Instant | null
      credit_months_granted: Generated<number>
      provider: string
      created_at: Instant
      external_id: string | null
      period_start: Instant
      paid_by: string | null
      paid_at: Instant | null
      end_reason: string | null
      scheduled_plan: 'basic' | 'starter' | 'hobby' | 'pro' | null
      scheduled_period: 'monthly' | 'yearly' | null
      scheduled_price: number | null
      scheduled_price_id: string | null
      schedule_id: string | null
      clears_scheduled: Generated<boolean>
      keeps_scheduled: Generated<boolean>
      returned: Generated<boolean>
      runs_out: Generated<boolean>
      grants_paused: Generated<boolean>
      models_since: Instant | null
      promotion_id: string | null
      discount_ends_at: Instant | null
      monthly_credits: number
      price: number | null
      changing_until: Instant | null
      version: Generated<number>
    }
    withdrawals: {
      id: Generated<string>
      user_id: string
      payment_id: string
      token_hash: Buffer | null
      started_at: Instant | null
      confirmed_at: Instant | null
      taken_at: Instant | null
      granted: number | null
      unspent: number | null
      amount: number | null
      given_before: number | null
      done_at: Instant | null
    }
    billing_customers: {
      id: Generated<string>
      user_id: string
      provider: string
      customer_id: string | null
      language_due_at: Instant | null
      closed_at: Instant | null
      created_at: DefaultInstant
    }
    checkouts: {
      id: Generated<string>
      user_id: string
      provider: string
      kind: 'plan' | 'pack' | 'headshots'
      plan: 'basic' | 'starter' | 'hobby' | 'pro' | null
      period: 'monthly' | 'yearly' | null
      quantity: number | null
      reference: string | null
      amount: number | null
      origin: string
      status: 'open' | 'paid' | 'expired'
      session_id: string | null
      url: string | null
      terms_version: string | null
      promotion_id: string | null
      first_network: Buffer | null
      created_at: Instant
    }
    payments: {
      id: Generated<string>
      user_id: string
      provider: string
      external_id: string
      kind: 'plan' | 'pack' | 'headshots'
      reason: 'start' | 'renewal' | 'upgrade' | 'pack' | 'headshots'
      reference: string | null
      return_reason: 'few_passed' | 'not_made' | 'canceled' | null
      status: 'open' | 'paid' | 'void' | 'rejected'
      subscription_id: string | null
      plan: 'basic' | 'starter' | 'hobby' | 'pro' | null
      period: 'monthly' | 'yearly' | null
      credits: number
      amount: number
      promotion_id: string | null
      discount: Generated<number>
      period_price: number | null
      currency: string
      refunded: Generated<number>
      refunds_failed: Generated<number>
      disputed: Generated<number>
      dispute_id: string | null
      dispute_status: 'open' | 'won' | 'lost' | null
      payment_intent: string | null
      number: string | null
      url: string | null
      attempts: Generated<number>
      next_attempt_at: Instant | null
      period_start: Instant | null
      period_end: Instant | null
      created_at: Instant
      paid_at: Instant | null
    }
    payment_charges: {
      payment_id: string
      card_hash: Buffer | null
      risk_level: string | null
      risk_score: number | null
      outcome: string | null
      outcome_reason: string | null
      read_at: DefaultInstant
    }
    dispute_evidence: {
      provider: string
      dispute_id: string
      payment_id: string
      evidence: Json<Evidence> | null
      sent_by: string | null
      requested_at: DefaultInstant
      sent_at: Instant | null
      refused: string | null
    }
    provider_events: {
      provider: string
      event_id: string
      type: string
      object_id: string | null
      api_version: string | null
      created_at: Instant
      received_at: DefaultInstant
      attempts: Generated<number>
      done_at: Instant | null
      outcome: string | null
    }
    billing_cases: {
      id: Generated<string>
      key: string
      kind: string
      user_id: string | null
      reference: string | null
      text: string
      created_at: Instant
      resolved_at: Instant | null
    }
  }
}
