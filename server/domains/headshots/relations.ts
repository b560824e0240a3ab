import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

type Run = Selectable<Database['headshot_runs']>

/** What the SQL of other domains may read of sets that are not over: `from ${openHeadshots} r`. */
export const openHeadshots = sql<Pick<Run, 'id' | 'hold_id'>>`(
  select id, hold_id from headshot_runs where status in ('training', 'drawing'))`

/** Likewise, of sets that were ordered by card. */
export const cardHeadshots = sql<
  Pick<Run, 'id' | 'user_id' | 'status' | 'payment_id' | 'paid_at' | 'verdict'>
>`(select id, user_id, status, payment_id, paid_at, verdict from headshot_runs where price is not null)`
