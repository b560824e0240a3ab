import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/**
 * What the SQL of other domains may read of uploads: `join ${uploads} u on` in SQL as text. PostgreSQL plans it as the
 * table itself.
 */
export const uploads = sql<
  Pick<
    Selectable<Database['uploaded_images']>,
    | 'id'
    | 'user_id'
    | 'purpose'
    | 'storage_key'
    | 'width'
    | 'height'
    | 'bytes'
    | 'stored_at'
    | 'expires_at'
    | 'deleted_at'
  >
>`(select id, user_id, purpose, storage_key, width, height, bytes, stored_at, expires_at, deleted_at from uploaded_images)`
