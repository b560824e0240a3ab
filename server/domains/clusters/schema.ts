import type { Generated } from 'kysely'
import type { DefaultInstant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain clusters; their columns are described where they are made, in `migrations/`. */
  interface Database {
    account_addresses: {
      user_id: string
      address_hash: Buffer
      first_seen_at: DefaultInstant
      last_seen_at: DefaultInstant
    }
    cluster_decisions: {
      id: Generated<string>
      kind: 'limited' | 'fine'
      reason: string
      decided_at: DefaultInstant
      undone_at: Date | null
    }
    cluster_decision_accounts: {
      decision_id: string
      user_id: string
      limit_id: string | null
    }
  }
}
