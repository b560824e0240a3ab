import { type RawBuilder, sql } from 'kysely'
import { creditHolds } from '#server/domains/credits/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import type { KeyLimits } from '#server/domains/orders/index.ts'
import { type Db, leaveToCommit } from '#server/platform/db/index.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** Until the images of others are likely done. */
const RETRY_SECONDS = 5

/** In SQL: the credits of a key's orders of today (UTC), less what came back. */
export const spentToday = (keyId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(h.amount - h.released), 0)::integer from api_key_orders o join ${creditHolds} h on h.id = o.hold_id
  where o.key_id = ${keyId} and h.created_at >= date_trunc('day', money_now(), 'UTC'))`

/** In SQL: the images of a key's jobs that have not ended. */
const making = (keyId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(j.num_images), 0)::integer from api_key_orders o join ${jobs} j on j.hold_id = o.hold_id
  where o.key_id = ${keyId} and j.status in ('P', 'R'))`

/** Holds each order of a key to the key's limits; its account is locked, so of two orders at once the second sees the first. */
export const keyLimits: KeyLimits = {
  async open(tx, { id, images }) {
    const key = await tx
      .selectFrom('api_keys as k')
      .select(['k.daily_credits', 'k.images_at_once'])
      .select(spentToday(sql.ref('k.id')).as('spent'))
      .select(making(sql.ref('k.id')).as('making'))
      .where('k.id', '=', id)
      .executeTakeFirst()
    if (!key) throw userError('invalid_token', t('common.invalidToken'))
    return {
      spend(holdId, amount) {
        const { daily_credits: daily, images_at_once: atOnce, spent } = key
        const words = t('api-keys.tooManyImages', { atOnce })
        // Asking again later does not help.
        if (images > atOnce) throw invalidField('num_images', words)
        if (key.making + images > atOnce) {
          throw new AppError('throttled', `The key makes ${key.making} images already`, {
            userMessage: words,
            retryAfterSeconds: RETRY_SECONDS,
          })
        }
        if (daily !== null && spent + amount > daily) {
          throw new AppError('not_enough_credits', `The key has spent ${spent} of ${daily}`, {
            userMessage: t('api-keys.creditsSpent'),
            extra: { missing: spent + amount - daily },
          })
        }
        leaveToCommit(
          tx.insertInto('api_key_orders').values({ hold_id: holdId, key_id: id }).execute(),
        )
      },
    }
  },
}

/** Jobs of a key that have not ended, the oldest first. */
export async function openJobsOf({ kysely }: Db, keyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from api_key_orders o join ${jobs} j on j.hold_id = o.hold_id
    where o.key_id = ${keyId} and j.status in ('P', 'R') order by j.id`.execute(kysely)
  return rows.map(({ id }) => id)
}

/** Forgets orders that have ended and are not of today, whatever the time zone. */
export async function sweepOrders({ kysely }: Db): Promise<void> {
  await kysely
    .deleteFrom('api_key_orders')
    .where('created_at', '<', sql<Date>`now() - interval '3 days'`)
    .execute()
}
