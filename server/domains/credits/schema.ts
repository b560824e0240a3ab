import type { ColumnType, Generated } from 'kysely'
import type { EntryKind, LotKind } from '#contract/credits.ts'
import type { DefaultJson, Instant } from '#server/platform/db/schema-columns.ts'
import type { Text } from '#server/texts/index.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain credits; their columns are described where they are made, in `migrations/`. */
  interface Database {
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
      forgiven: Generated<number>
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
      said: ColumnType<Text | null, string | null | undefined, string>
      created_at: Instant
    }
    free_grants: { email_hash: Buffer; month: string; user_id: string; granted_at: Instant }
    free_credits: {
      user_id: string
      due_at: Instant
      network: string | null
      network_range: string | null
      decided_through: string | null
      aside_since: Instant | null
    }
  }
}
