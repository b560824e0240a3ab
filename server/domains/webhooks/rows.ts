import { type Selectable, sql } from 'kysely'
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks.ts'
import type { Database, Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

type EndpointRow = Pick<
  Selectable<Database['webhook_endpoints']>,
  'id' | 'url' | 'events' | 'created_at' | 'failing_since' | 'disabled_at'
>
type DeliveryRow = Selectable<Database['webhook_deliveries']>

export const ENDPOINT_COLUMNS = [
  'id',
  'url',
  'events',
  'created_at',
  'failing_since',
  'disabled_at',
] as const

export const presentEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: row.events,
  created_at: row.created_at.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  disabled_at: row.disabled_at?.toISOString() ?? null,
})

/** The header webhook-id of a message. */
export const webhookIdOf = (messageId: string): string => `msg_${messageId.replaceAll('-', '')}`

export const presentDelivery = (row: Omit<DeliveryRow, 'payload'>): WebhookDelivery => ({
  id: row.id,
  webhook_id: webhookIdOf(row.message_id),
  event: row.event,
  subject: row.subject_id,
  created_at: row.created_at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  last_attempt_at: row.last_at?.toISOString() ?? null,
  next_attempt_at: row.next_at?.toISOString() ?? null,
  status: row.status,
  error: row.error,
})

/** Messages without their bodies. */
export const readDeliveries = (reader: Reader, endpointId: string) =>
  reader
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'endpoint_id',
      'message_id',
      'event',
      'subject_id',
      'created_at',
      'state',
      'attempts',
      'next_at',
      'last_at',
      'status',
      'error',
    ])
    .where('endpoint_id', '=', endpointId)

/** An own endpoint. @throws {AppError} `not_found` */
export async function readOwnEndpoint(
  reader: Reader,
  userId: string,
  id: string,
): Promise<EndpointRow> {
  const row =
    isId(id) &&
    (await reader
      .selectFrom('webhook_endpoints')
      .select(ENDPOINT_COLUMNS)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!row) throw notFound()
  return row
}

/** As {@link readOwnEndpoint}, locked before its messages are changed, as everywhere. */
export async function lockOwnEndpoint(
  reader: Reader,
  userId: string,
  id: string,
): Promise<EndpointRow> {
  const { id: own } = await readOwnEndpoint(reader, userId, id)
  const row = await reader
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT_COLUMNS)
    .where('id', '=', own)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const now = sql<Date>`now()`
