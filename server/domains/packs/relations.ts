import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** What the SQL of other domains may read of what is held for runs of packs. */
export const runHolds = sql<
  Pick<Selectable<Database['run_holds']>, 'hold_id' | 'run_id' | 'ends_at' | 'closed_at'>
>`(select hold_id, run_id, ends_at, closed_at from run_holds)`
