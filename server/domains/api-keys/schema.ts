import type { ColumnType, Generated } from 'kysely'
import type { KeyScope } from '#contract/key-scopes.ts'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain api-keys; their columns are described where they are made, in `migrations/`. */
  interface Database {
    api_keys: {
      id: Generated<string>
      user_id: string
      name: string
      prefix: string
      key_hash: Buffer
      scopes: KeyScope[]
      daily_credits: number | null
      calls_per_minute: number
      images_at_once: number
      sd_model: Generated<string | null>
      created_at: DefaultInstant
      last_used_at: Instant | null
    }
    api_key_calls: {
      id: Generated<string>
      key_id: string
      at: DefaultInstant
      method: string
      path: string
      status: number
    }
    api_key_requests: {
      id: Generated<string>
      key_id: string
      body_hash: Buffer
      idempotency_key: string | null
      job_id: string | null
      retries: Generated<number>
      refused_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
      created_at: DefaultInstant
    }
    api_key_orders: {
      hold_id: string
      key_id: string
      created_at: DefaultInstant
    }
  }
}
