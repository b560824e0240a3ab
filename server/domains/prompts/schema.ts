import type { Generated } from 'kysely'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain prompts; their columns are described where they are made, in `migrations/`. */
  interface Database {
    wildcard_lists: {
      id: Generated<string>
      user_id: string
      name: string
      text: string
      lines: number
      draws_from: Json<string[]>
      changed_at: DefaultInstant
    }
    prompt_marks: {
      user_id: string
      hash: Buffer
      /** Null: it is not pinned. */
      prompt: string | null
      pinned_at: Instant | null
      hidden_at: Instant | null
    }
    presets: {
      id: Generated<string>
      user_id: string
      name: string
      settings: Json<{ version: number }>
      uses: Generated<number>
      used_at: Instant | null
      changed_at: DefaultInstant
      deleted_at: Instant | null
    }
  }
}
