import { sql } from 'kysely'
import type { WebhookFault } from '#contract/webhooks.ts'
import { people } from '#server/domains/accounts/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { WebhooksDeps } from './deps.ts'
import { sendMessage } from './lane.ts'
import { disabledMail } from './mails.ts'
import { now } from './rows.ts'

/** What an attempt came to. */
export interface Attempt {
  /** Of the answer; null: none came. */
  status: number | null
  error: WebhookFault | null
  /** Another attempt would come to the same, whoever receives it. */
  isFinal?: boolean
}

/** Seconds until the next attempt, after each that failed: a day in all. */
const WAITS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 29_845]
/** Hours of failures after which an endpoint is switched off. */
const FAILING_HOURS = 24

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** Writes down what an attempt came to, and plans the next one; of an older attempt nothing is written. */
export async function noteAttempt(
  deps: WebhooksDeps,
  { id, endpoint_id: endpointId, attempts }: { id: string; endpoint_id: string; attempts: number },
  attempt: Attempt,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    // Before its messages, as everywhere.
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'user_id', 'url', 'disabled_at'])
      .select(
        sql<boolean>`coalesce(failing_since <= now() - make_interval(hours => ${sql.lit(FAILING_HOURS)}), false)`.as(
          'has_failed',
        ),
      )
      .where('id', '=', endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!endpoint) return
    const wait = isTaken(attempt) || attempt.isFinal ? undefined : WAITS[attempts - 1]
    const nextAt = wait === undefined ? null : sql<Date>`now() + make_interval(secs => ${wait})`
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({
        state: isTaken(attempt) ? 'delivered' : wait === undefined ? 'failed' : 'pending',
        next_at: nextAt,
        status: attempt.status,
        error: attempt.error,
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || attempt.isFinal) return
    if (isTaken(attempt)) {
      await tx
        .updateTable('webhook_endpoints')
        .set({ failing_since: null })
        .where('id', '=', endpointId)
        .where('failing_since', 'is not', null)
        .execute()
      return
    }
    if (endpoint.has_failed && endpoint.disabled_at === null) {
      await disable(deps, tx, endpoint)
      return
    }
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
      .where('id', '=', endpointId)
      .execute()
    if (wait !== undefined)
      await sendMessage(deps.queue, tx, { delivery: id }, { startAfterSeconds: wait })
  })
}

/** Switches an endpoint off that took nothing for a day, and tells its owner. */
async function disable(
  { mailer, siteOfUser }: WebhooksDeps,
  tx: Tx,
  { id, user_id: userId, url }: { id: string; user_id: string; url: string },
): Promise<void> {
  await tx.updateTable('webhook_endpoints').set({ disabled_at: now }).where('id', '=', id).execute()
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_at: null })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'pending')
    .execute()
  const person = await tx
    .selectFrom(people.as('person'))
    .select(['email', 'brand', 'language'])
    .where('id', '=', userId)
    .where('closing_at', 'is', null)
    .executeTakeFirst()
  if (person) await mailer.send(tx, disabledMail(siteOfUser(person), person.email, url))
}
