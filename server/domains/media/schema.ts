import type { Generated } from 'kysely'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain media; their columns are described where they are made, in `migrations/`. */
  interface Database {
    uploaded_images: {
      id: Generated<string>
      user_id: string
      purpose: 'picture' | 'mask' | 'photo' | 'project'
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
    editor_projects: {
      user_id: string
      id: string
      name: string
      document: Json<{ version: number }>
      files: Json<Record<string, string>>
      preview: string | null
      revision: Generated<number>
      created_at: DefaultInstant
      changed_at: DefaultInstant
      deleted_at: Instant | null
    }
  }
}
