import { statement, transact } from '#server/platform/db/index.ts'
import { deliverMessage } from './deliver-message.ts'
import type { WebhooksDeps } from './deps.ts'
import { sendMessage } from './lane.ts'

/** Messages of one person that a process sends at once, so that one slow receiver keeps no others waiting. */
const PER_PERSON = 3
/** After so long at one person's messages others have their turn, milliseconds. */
const TURN_MS = 20_000

const OWNER = statement<{ user_id: string }>(`
  select e.user_id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.id = $1`)

const NEXT = statement<{ id: string }>(`
  select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
  where e.user_id = $1 and e.disabled_at is null and d.state = 'pending' and d.next_at <= now()
  order by d.next_at limit 1`)

/**
 * Sends messages, of each person a few at once.
 * @returns sends one, and whatever else of its person is due then; beyond the limit nothing, for whoever is at it goes on
 */
export function createSender(
  deps: WebhooksDeps,
): (delivery: string, signal: AbortSignal) => Promise<void> {
  const { kysely } = deps.db
  const busy = new Map<string, number>()

  async function sendAllOf(userId: string, first: string, signal: AbortSignal): Promise<void> {
    const began = Date.now()
    let delivery: string | undefined = first
    while (delivery !== undefined && !signal.aborted) {
      await deliverMessage(deps, delivery)
      delivery = (await NEXT.run(kysely, [userId]))[0]?.id
      if (delivery !== undefined && Date.now() - began > TURN_MS) {
        const rest = delivery
        return transact(deps.db, (tx) => sendMessage(deps.queue, tx, { delivery: rest }))
      }
    }
  }

  return async (delivery, signal) => {
    const [row] = await OWNER.run(kysely, [delivery])
    if (!row) return
    const count = busy.get(row.user_id) ?? 0
    if (count >= PER_PERSON) return
    busy.set(row.user_id, count + 1)
    try {
      await sendAllOf(row.user_id, delivery, signal)
    } finally {
      const left = (busy.get(row.user_id) ?? 1) - 1
      if (left > 0) busy.set(row.user_id, left)
      else busy.delete(row.user_id)
    }
  }
}
