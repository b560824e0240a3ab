import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** What the SQL of other domains may read of sets that are not over: `from ${openHeadshots} r`. */
export const openHeadshots = sql<Pick<Selectable<Database['headshot_runs']>, 'id' | 'hold_id'>>`(
  select id, hold_id from headshot_runs where status in ('training', 'drawing'))`
