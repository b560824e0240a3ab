import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** Columns of referrals that the SQL of other domains may read. */
export const referrals = sql<
  Pick<
    Selectable<Database['referrals']>,
    'id' | 'inviter_id' | 'invited_id' | 'state' | 'inviter_credits' | 'invited_credits'
  >
>`(select id, inviter_id, invited_id, state, inviter_credits, invited_credits from referrals)`
