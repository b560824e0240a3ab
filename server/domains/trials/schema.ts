import type { Generated } from 'kysely'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The table of the domain trials; its columns are described where it is made, in `migrations/`. */
  interface Database {
    tool_trials: {
      id: Generated<string>
      token_hash: Buffer
      photo_key: string
      preview_key: string
      created_at: DefaultInstant
      expires_at: Instant
      claimed_by: string | null
      claimed_at: Instant | null
      upload_id: string | null
      job_id: string | null
      attempted_at: Instant | null
      removed_at: Instant | null
    }
  }
}
