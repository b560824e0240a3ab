import type { Generated } from 'kysely'
import type { Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain orders; their columns are described where they are made, in `migrations/`. */
  interface Database {
    quotes: {
      id: Generated<string>
      user_id: string
      request_hash: Buffer
      cost: number
      lines: Json<{ label: string; amount: number }[]>
      marked: number
      cents: number | null
      created_at: Instant
      expires_at: Instant
      used_by_job: string | null
    }
  }
}
