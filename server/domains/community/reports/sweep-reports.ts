import { sql } from 'kysely'
import { images } from '#server/domains/jobs/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { findItem } from './reported-item.ts'
import { showItem } from './show-item.ts'

const AT_ONCE = 100

/**
 * Hides what was reported as an intimate image and that nobody has decided about in time, and removes evidence after a year. For cron; safe
 * to repeat, and to be killed in.
 */
export async function sweepReports(deps: CommunityDeps): Promise<void> {
  await hideOverdue(deps)
  await removeOldEvidence(deps)
}

/**
 * An item that is out of sight already was not hidden because of its report, and is not shown again by a decision about that
 * report.
 */
const IS_SHOWN = sql<boolean>`exists (
  select from community_images where id = item_id and state = 'published'
  union all select from community_models where id = item_id and state = 'published'
  union all select from community_comments where id = item_id and state = 'shown'
  union all select from ${images} shared where community_reports.kind = 'share'
    and shared.id = item_id and shared.withheld_at is null)`

async function hideOverdue(deps: CommunityDeps): Promise<void> {
  const overdue = await deps.db.kysely
    .selectFrom('community_reports')
    .select(['id', 'kind', 'item_id'])
    .where('state', '=', 'open')
    .where('reason', '=', 'intimate')
    .where('hidden_at', 'is', null)
    .where('due_at', '<', sql<Date>`now()`)
    .where(IS_SHOWN)
    .limit(AT_ONCE)
    .execute()
  for (const { id, kind, item_id: itemId } of overdue)
    await transact(deps.db, async (tx) => {
      const claimed = await tx
        .updateTable('community_reports')
        .set({ hidden_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('hidden_at', 'is', null)
        .where(IS_SHOWN)
        .returning('id')
        .executeTakeFirst()
      const item = claimed && (await findItem(tx, kind, itemId))
      if (item)
        await showItem(deps, tx, {
          item,
          to: 'hidden',
          actorId: null,
          reason: 'Nobody decided about a report in 48 hours',
        })
    })
}

async function removeOldEvidence({ db, evidence }: CommunityDeps): Promise<void> {
  const old = await db.kysely
    .selectFrom('community_reports')
    .select(['id', 'item_id'])
    .where('sealed_at', '<', sql<Date>`now() - interval '1 year'`)
    .limit(AT_ONCE)
    .execute()
  for (const { id, item_id: itemId } of old) {
    if (itemId !== null) await evidence.unseal(itemId)
    await db.kysely
      .updateTable('community_reports')
      .set({ sealed_at: null })
      .where('id', '=', id)
      .execute()
  }
}
