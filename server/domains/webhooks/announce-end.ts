import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { statement, type Tx } from '#server/platform/db/index.ts'
import type { Queue } from '#server/platform/queue.ts'
import { sendMessage } from './lane.ts'

/** Something that ended, and what is told of it. */
export interface End {
  userId: string
  /** Id of the job, run or training. */
  id: string
  events: readonly WebhookEvent[]
}

// An endpoint that is being removed is waited for: else the row that refers to it would undo the end itself.
const WRITE = statement<{ id: string }>(`
  insert into webhook_deliveries (endpoint_id, message_id, event, subject_id, next_at)
  select e.id, m.id, m.event, $2, now()
  from (select id, events from webhook_endpoints where user_id = $1 and disabled_at is null for key share) e
    join unnest($3::text[], $4::uuid[]) as m (event, id) on m.event = any(e.events)
  returning id`)

/** Writes the messages about an end in the transaction of the end, so that neither is there without the other. */
export async function announceEnd(
  queue: Queue,
  tx: Tx,
  { userId, id, events }: End,
): Promise<void> {
  const messages = events.map(() => randomUUID())
  const rows = await WRITE.run(tx, [userId, id, [...events], messages])
  for (const { id: delivery } of rows) await sendMessage(queue, tx, { delivery })
}
