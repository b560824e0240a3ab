import type { Generated } from 'kysely'
import type { OperatorAlert } from '#contract/admin-business.ts'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain admin; their columns are described where they are made, in `migrations/`. */
  interface Database {
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
    hourly_metrics: {
      hour: Instant
      kind: Generated<string>
      engine: Generated<string>
      jobs: Generated<number>
      succeeded: Generated<number>
      failed: Generated<number>
      canceled: Generated<number>
      blocked: Generated<number>
      images: Generated<number>
      wait_p50: number | null
      wait_p95: number | null
      engine_seconds: Generated<number>
      cost_cents: Generated<number>
      credits: Generated<number>
      sign_ups: Generated<number>
      paid_count: Generated<number>
      revenue_cents: Generated<string>
    }
    business_figures: {
      span: 'hour' | 'day'
      starts: Instant
      figure: string
      part: Generated<string>
      value: number
    }
    business_folds: {
      figures: string
      folded_until: Instant
      last_entry: Generated<string>
    }
    operator_alerts: {
      kind: OperatorAlert['kind']
      text: string
      since: DefaultInstant
    }
    person_notes: {
      id: Generated<string>
      user_id: string
      author_id: string | null
      text: string
      created_at: DefaultInstant
    }
    dashboard_plans: {
      token_hash: Buffer
      admin_id: string
      action: string
      items: Json<unknown>
      created_at: DefaultInstant
      expires_at: Instant
      used_at: Instant | null
    }
    credit_adjustments: {
      id: Generated<string>
      user_id: string
      /** Of a plan: the credits that it grants in all. */
      amount: number
      plan: PlanName | null
      period: PlanPeriod | null
      instead_of: string | null
      /** Missing credits are forgiven, none are given. */
      forgives: Generated<boolean>
      reason: string
      reference: string | null
      state: 'waiting' | 'done' | 'refused'
      requested_by: string
      request_key: string
      decided_by: string | null
      decided_at: Instant | null
      created_at: DefaultInstant
    }
  }
}
