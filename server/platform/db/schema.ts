import type { ColumnType, Generated } from 'kysely'
import type { EntryKind, LotKind } from '#contract/credits.ts'
import type { JobStatus } from '#contract/prediction-images.ts'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import type { AccountsTables } from './schema-accounts.ts'
import type { DefaultInstant, Instant } from './schema-columns.ts'

/** Row types of every table; the columns are described where they are made, in `migrations/`. */
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>

export interface Database extends AccountsTables {
  clock_offset: { singleton: Generated<boolean>; amount: Generated<string> }
  app_secrets: { name: string; value: Buffer }
  rate_limits: { key: string; points: Generated<number>; expire: number | null }
  inbox_mails: {
    id: Generated<string>
    recipient: string
    subject: string
    body_text: string
    body_html: string
    links: string[]
    created_at: DefaultInstant
  }
  billing_notices: { user_id: string; kind: string; key: string; sent_at: Instant }
  audit_log: {
    id: Generated<string>
    actor_id: string | null
    action: string
    user_id: string | null
    subject: string | null
    reason: string | null
    data: Json<unknown>
    created_at: DefaultInstant
  }
  credit_adjustments: {
    id: Generated<string>
    user_id: string
    /** Of a plan: the credits that it grants in all. */
    amount: number
    plan: PlanName | null
    period: PlanPeriod | null
    instead_of: string | null
    reason: string
    reference: string | null
    state: 'waiting' | 'done' | 'refused'
    requested_by: string
    request_key: string
    decided_by: string | null
    decided_at: Instant | null
    created_at: DefaultInstant
  }
  picture_reviews: {
    id: Generated<string>
    image_id: string
    user_id: string
    verdict: 'sensitive' | 'blocked'
    scores: Json<unknown> | null
    state: Generated<'open' | 'allowed' | 'confirmed'>
    decided_by: string | null
    decided_at: Instant | null
    created_at: DefaultInstant
  }
  user_event_counters: { user_id: string; last_seq: Generated<number> }
  user_events: {
    user_id: string
    seq: number
    event: string
    data: Json<unknown>
    created_at: DefaultInstant
  }
  credit_accounts: {
    user_id: string
    balance: Generated<number>
    held: Generated<number>
    settled_at: Instant | null
    next_due_at: Instant | null
  }
  credit_lots: {
    id: Generated<string>
    user_id: string
    kind: LotKind
    granted: number
    remaining: number
    held: Generated<number>
    captured: Generated<number>
    expired: Generated<number>
    revoked: Generated<number>
    adjusted: Generated<number>
    expires_at: Instant | null
    extended_from: Instant | null
    grace_from: Instant | null
    payment: string | null
    created_at: Instant
  }
  credit_revocations: {
    user_id: string
    payment: string
    target: number
    refunded: Generated<number>
    paid: Generated<number>
  }
  credit_freezes: {
    user_id: string
    payment: string
    key: string
    created_at: Instant
    ended_at: Instant | null
  }
  credit_holds: {
    id: Generated<string>
    user_id: string
    external_id: string
    job_id: string | null
    amount: number
    captured: Generated<number>
    released: Generated<number>
    created_at: Instant
    closed_at: Instant | null
  }
  credit_hold_parts: {
    hold_id: string
    lot_id: string
    amount: number
    captured: Generated<number>
    released: Generated<number>
  }
  credit_entries: {
    id: Generated<number>
    user_id: string
    kind: EntryKind
    external_id: string
    amount: number
    captured: Generated<number>
    balance_after: number
    lots: DefaultJson<{ lot: string; kind: LotKind; amount: number }[]>
    hold_id: string | null
    job_id: string | null
    image_id: string | null
    payment: string | null
    reverses: number | null
    text: string
    created_at: Instant
  }
  free_grants: { email_hash: Buffer; month: string; user_id: string; granted_at: Instant }
  free_credits: {
    user_id: string
    due_at: Instant
    network: string | null
    decided_through: string | null
  }
  quotes: {
    id: Generated<string>
    user_id: string
    request_hash: Buffer
    cost: number
    lines: Json<{ label: string; amount: number }[]>
    marked: number
    created_at: Instant
    expires_at: Instant
    used_by_job: string | null
  }
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
    schedule_id: string | null
    clears_scheduled: Generated<boolean>
    keeps_scheduled: Generated<boolean>
    returned: Generated<boolean>
    runs_out: Generated<boolean>
    grants_paused: Generated<boolean>
    changing_until: Instant | null
    version: Generated<number>
  }
  billing_customers: {
    id: Generated<string>
    user_id: string
    provider: string
    customer_id: string | null
    closed_at: Instant | null
    created_at: DefaultInstant
  }
  checkouts: {
    id: Generated<string>
    user_id: string
    provider: string
    kind: 'plan' | 'pack'
    plan: 'basic' | 'starter' | 'hobby' | 'pro' | null
    period: 'monthly' | 'yearly' | null
    quantity: number | null
    origin: string
    status: 'open' | 'paid' | 'expired'
    session_id: string | null
    url: string | null
    created_at: Instant
  }
  payments: {
    id: Generated<string>
    user_id: string
    provider: string
    external_id: string
    kind: 'plan' | 'pack'
    reason: 'start' | 'renewal' | 'upgrade' | 'pack'
    status: 'open' | 'paid' | 'void' | 'rejected'
    subscription_id: string | null
    plan: 'basic' | 'starter' | 'hobby' | 'pro' | null
    period: 'monthly' | 'yearly' | null
    credits: number
    amount: number
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
  inference_jobs: {
    id: Generated<string>
    user_id: string
    type: string
    status: Generated<JobStatus>
    parameters: Json<Record<string, unknown>>
    seed: number | null
    fingerprint: Buffer | null
    model_hash: string | null
    engine: string
    lane: string
    work: number | null
    num_images: number
    unit_price: number
    cost_quoted: number
    quote_id: string | null
    hold_id: string | null
    priority: Generated<number>
    running_limit: number
    may_mark: Generated<boolean>
    free_month: string | null
    free_pictures: Generated<number>
    attempt: Generated<number>
    handed_back: Generated<number>
    admitted_at: Instant | null
    operation: Json<unknown> | null
    progress: DefaultJson<Record<string, unknown>>
    error: Json<{ code: string; message: string }> | null
    cancel_requested: Generated<boolean>
    created_at: DefaultInstant
    started_at: Instant | null
    finished_at: Instant | null
    deadline_at: Instant
    heartbeat_at: Instant | null
    engine_ms: number | null
  }
  lane_workers: { process_id: string; lane: string; slots: number; heartbeat_at: DefaultInstant }
  prediction_images: {
    id: Generated<string>
    job_id: string
    user_id: string
    index: number
    status: Generated<JobStatus>
    seed: number | null
    width: number
    height: number
    storage_key: string | null
    marked_storage_key: string | null
    bytes: number | null
    content_type: string | null
    dominant_color: string | null
    blurhash: string | null
    rating: Generated<string>
    alt: Generated<string>
    is_public: Generated<boolean>
    is_favorite: Generated<boolean>
    created_at: DefaultInstant
    delivered_at: Instant | null
    deleted_at: Instant | null
    files_removed_at: Instant | null
  }
  uploaded_images: {
    id: Generated<string>
    user_id: string
    purpose: 'picture' | 'mask'
    storage_key: string
    width: number
    height: number
    bytes: number
    content_type: string
    created_at: DefaultInstant
    stored_at: Instant | null
    expires_at: Instant
    deleted_at: Instant | null
  }
  idempotency_keys: {
    user_id: string
    key: string
    body_hash: Buffer
    job_id: string
    created_at: DefaultInstant
  }
  test_payment_objects: {
    seq: Generated<number>
    id: string
    kind: string
    created: number
    data: Json<unknown>
    hidden: DefaultJson<unknown>
  }
  test_payment_timers: { object_id: string; task: string; due_at: number }
  test_payment_events: {
    seq: Generated<number>
    id: string
    type: string
    created: number
    data: Json<unknown>
    attempts: Generated<number>
    next_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    delivered_at: Instant | null
  }
  test_payment_requests: {
    key: string
    fingerprint: Buffer
    status: number
    body: string
    request_id: string
    created_at: DefaultInstant
  }
}
