import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** Collections with their owners, for queries of other domains. */
export const collections = sql<
  Pick<Selectable<Database['collections']>, 'id' | 'user_id'>
>`(select id, user_id from collections)`
