import type { Generated } from 'kysely'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain media; their columns are described where they are made, in `migrations/`. */
  interface Database {
    uploaded_images: {
      id: Generated<string>
      user_id: string
      purpose: 'picture' | 'mask' | 'photo'
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
  }
}
