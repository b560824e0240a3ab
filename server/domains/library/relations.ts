import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** Whose the collections of the library are. */
export const collections = sql<
  Pick<Selectable<Database['collections']>, 'id' | 'user_id'>
>`(select id, user_id from collections)`
