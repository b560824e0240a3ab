import { sql } from 'kysely'
import { WEBHOOK_LIMITS } from '#contract/values/webhooks.ts'
import { transact } from '#server/platform/db/index.ts'
import type { WebhooksDeps } from './deps.ts'
import { sendMessage } from './lane.ts'

const AT_ONCE = 200
const REMOVED_AT_ONCE = 5000

/** Calls for messages whose time came some seconds ago, and removes old ones. */
export async function sweepDeliveries({
  db,
  queue,
}: Pick<WebhooksDeps, 'db' | 'queue'>): Promise<void> {
  await transact(db, async (tx) => {
    const due = await tx
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .select('d.id')
      .where('d.state', '=', 'pending')
      .where('d.next_at', '<', sql<Date>`now() - interval '5 seconds'`)
      .where('e.disabled_at', 'is', null)
      .orderBy('d.next_at')
      .limit(AT_ONCE)
      .execute()
    for (const { id } of due)
      await sendMessage(queue, tx, { delivery: id }, { singletonKey: `sweep:${id}` })
  })
  await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where created_at < now() - make_interval(days => ${WEBHOOK_LIMITS.keptDays})
      order by created_at limit ${REMOVED_AT_ONCE})`.execute(db.kysely)
}
