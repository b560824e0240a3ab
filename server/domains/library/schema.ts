import type { Generated } from 'kysely'
import type { DefaultInstant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the library; their columns are described where they are made, in `migrations/`. */
  interface Database {
    collections: {
      id: Generated<string>
      user_id: string
      name: string
      created_at: DefaultInstant
    }
    collection_images: { collection_id: string; image_id: string; added_at: DefaultInstant }
    image_shares: {
      id: Generated<string>
      image_id: string
      user_id: string
      token_hash: Buffer
      show_prompt: boolean
      created_at: DefaultInstant
    }
  }
}
