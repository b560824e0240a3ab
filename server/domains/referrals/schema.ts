import type { Generated } from 'kysely'
import type { ReferralReason, ReferralState } from '#contract/referrals.ts'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain referrals; their columns are described where they are made, in `migrations/`. */
  interface Database {
    referral_codes: { user_id: string; code: string; created_at: DefaultInstant }
    referrals: {
      id: Generated<string>
      inviter_id: string
      invited_id: string
      state: ReferralState
      reason: ReferralReason | null
      created_at: DefaultInstant
      payment_id: string | null
      due_at: Instant | null
      inviter_credits: Generated<number>
      invited_credits: Generated<number>
      decided_at: Instant | null
    }
  }
}
