import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  ExportedWebhook,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointRequest,
} from '#contract/webhooks.ts'
import { WEBHOOK_LIMITS } from '#contract/values/webhooks.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { seal } from '#server/platform/seal.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { WebhooksDeps } from './deps.ts'
import { sendMessage } from './lane.ts'
import {
  ENDPOINT_COLUMNS,
  lockOwnEndpoint,
  now,
  presentDelivery,
  presentEndpoint,
  readDeliveries,
  readOwnEndpoint,
} from './rows.ts'
import { createSigningSecret } from './sign-message.ts'

/** Where the secret of an endpoint belongs. */
export const sealPlace = (endpointId: string) => ({
  purpose: 'webhook secret',
  owner: endpointId,
})

/** @throws {AppError} `conflict` when there is no place for one more */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'), hashtext(${userId}))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count < WEBHOOK_LIMITS.endpoints) return
  throw new AppError('conflict', `${userId} has ${count} webhook endpoints`, {
    userMessage: t('webhooks.tooManyEndpoints', { count: WEBHOOK_LIMITS.endpoints }),
  })
}

/**
 * Adds an endpoint.
 * @returns its secret too, which is not shown again
 * @throws {AppError} `conflict` beyond the limit, `email_not_verified`
 */
export async function addEndpoint(
  { db, secret: key }: Pick<WebhooksDeps, 'db' | 'secret'>,
  caller: Caller,
  { url, events }: WebhookEndpointRequest,
): Promise<WebhookEndpoint & { secret: string }> {
  if (!caller.emailVerified) {
    throw userError('email_not_verified', t('common.verifyEmail'))
  }
  const secret = createSigningSecret()
  const id = randomUUID()
  return transact(db, async (tx) => {
    await requireRoom(tx, caller.userId)
    const row = await tx
      .insertInto('webhook_endpoints')
      .values({
        id,
        user_id: caller.userId,
        url: new URL(url).href,
        events,
        secret: seal(key, sealPlace(id), secret),
      })
      .returning(ENDPOINT_COLUMNS)
      .executeTakeFirstOrThrow()
    return { ...presentEndpoint(row), secret }
  })
}

/** A person's own, newest first. */
export async function listEndpoints({ kysely }: Db, userId: string): Promise<WebhookEndpoint[]> {
  const rows = await kysely
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentEndpoint)
}

/** Removes an endpoint with its messages. @throws {AppError} `not_found` */
export async function removeEndpoint({ kysely }: Db, userId: string, id: string): Promise<void> {
  const removed =
    isId(id) &&
    (await kysely
      .deleteFrom('webhook_endpoints')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

/** All endpoints of a person. Safe to repeat. */
export async function forgetEndpoints({ kysely }: Db, userId: string): Promise<void> {
  await kysely.deleteFrom('webhook_endpoints').where('user_id', '=', userId).execute()
}

/** Gives an endpoint a new secret, beside which the old one signs for a while. @throws {AppError} `not_found` */
export async function rotateSecret(
  { db, secret: key }: Pick<WebhooksDeps, 'db' | 'secret'>,
  userId: string,
  id: string,
): Promise<{ secret: string; old_secret_until: string }> {
  const { id: own } = await readOwnEndpoint(db.kysely, userId, id)
  const secret = createSigningSecret()
  const row = await db.kysely
    .updateTable('webhook_endpoints')
    .set({
      secret: seal(key, sealPlace(own), secret),
      old_secret: sql.ref<Buffer>('secret'),
      old_secret_until: sql<Date>`now() + make_interval(hours => ${WEBHOOK_LIMITS.oldSecretHours})`,
    })
    .where('id', '=', own)
    .returning('old_secret_until')
    .executeTakeFirst()
  if (!row) throw notFound()
  return { secret, old_secret_until: row.old_secret_until!.toISOString() }
}

/** Switches an endpoint on again; what it missed stays in its log. @throws {AppError} `not_found` */
export async function enableEndpoint(
  { kysely }: Db,
  userId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const { id: own } = await readOwnEndpoint(kysely, userId, id)
  const row = await kysely
    .updateTable('webhook_endpoints')
    .set({ disabled_at: null, failing_since: null })
    .where('id', '=', own)
    .returning(ENDPOINT_COLUMNS)
    .executeTakeFirst()
  if (!row) throw notFound()
  return presentEndpoint(row)
}

const latestDeliveries = async (db: Db, endpointId: string): Promise<WebhookDelivery[]> => {
  const rows = await readDeliveries(db.kysely, endpointId)
    .orderBy('id', 'desc')
    .limit(WEBHOOK_LIMITS.deliveries)
    .execute()
  return rows.map(presentDelivery)
}

/** The latest messages to an own endpoint. @throws {AppError} `not_found` */
export async function listDeliveries(
  db: Db,
  userId: string,
  id: string,
): Promise<WebhookDelivery[]> {
  const { id: own } = await readOwnEndpoint(db.kysely, userId, id)
  return latestDeliveries(db, own)
}

/** A person's endpoints with their messages, one after the other. */
export async function* endpointsOf(db: Db, userId: string): AsyncGenerator<ExportedWebhook, void> {
  for (const { id, ...endpoint } of await listEndpoints(db, userId)) {
    yield { ...endpoint, deliveries: await latestDeliveries(db, id) }
  }
}

/**
 * Sends a message again as it was, under the same id; one that waits for its next attempt is sent now.
 * @throws {AppError} `not_found`, `conflict` where the endpoint is switched off
 */
export async function resendDelivery(
  { db, queue }: Pick<WebhooksDeps, 'db' | 'queue'>,
  userId: string,
  { id, delivery }: { id: string; delivery: string },
): Promise<WebhookDelivery> {
  if (!isId(delivery)) throw notFound()
  return transact(db, async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, userId, id)
    const found = await readDeliveries(tx, endpoint.id)
      .where('id', '=', delivery)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound()
    if (endpoint.disabled_at !== null) {
      throw userError('conflict', t('webhooks.switchOnFirst'))
    }
    await tx
      .updateTable('webhook_deliveries')
      // Its day of attempts starts over: those by hand take none of them away.
      .set({ state: 'pending', next_at: now, attempts: 0 })
      .where('id', '=', found.id)
      .execute()
    await sendMessage(queue, tx, { delivery: found.id })
    const row = await readDeliveries(tx, endpoint.id)
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow()
    return presentDelivery(row)
  })
}
