import { sql } from 'kysely'
import { OutboundError } from '#server/platform/outbound-http.ts'
import { statement } from '#server/platform/db/index.ts'
import { unseal } from '#server/platform/seal.ts'
import type { WebhookEvent, WebhookFault } from '#contract/webhooks.ts'
import type { WebhooksDeps } from './deps.ts'
import { sealPlace } from './endpoints.ts'
import { type Attempt, noteAttempt } from './note-attempt.ts'
import { webhookIdOf } from './rows.ts'
import { signMessage } from './sign-message.ts'

/** How long a receiver may take to answer. */
const PATIENCE_MS = 10_000

interface Claimed {
  id: string
  endpoint_id: string
  message_id: string
  event: WebhookEvent
  subject_id: string
  created_at: Date
  payload: string | null
  attempts: number
  user_id: string
  url: string
  secret: Buffer
  old_secret: Buffer | null
}

// For a minute nobody else sends it: longer than a receiver may take.
const CLAIM = statement<Claimed>(`
  update webhook_deliveries d
  set attempts = d.attempts + 1, next_at = now() + interval '1 minute', last_at = now(),
    status = null, error = null
  from webhook_endpoints e
  where d.id = $1 and d.state = 'pending' and d.next_at <= now()
    and e.id = d.endpoint_id and e.disabled_at is null
  returning d.id, d.endpoint_id, d.message_id, d.event, d.subject_id, d.created_at, d.payload, d.attempts,
    e.user_id, e.url, e.secret, case when e.old_secret_until > now() then e.old_secret end as old_secret`)

/** The body of a message, written down at the first attempt; null: what it tells of is gone. */
async function bodyOf(
  { db, readSubject }: WebhooksDeps,
  { id, event, user_id: userId, subject_id: subject, created_at: at, payload }: Claimed,
): Promise<string | null> {
  if (payload !== null) return payload
  const data = await readSubject(event, userId, subject)
  if (!data) return null
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data })
  const { payload: kept } = await db.kysely
    .updateTable('webhook_deliveries')
    .set({ payload: sql<string>`coalesce(payload, ${body})` })
    .where('id', '=', id)
    .returning('payload')
    .executeTakeFirstOrThrow()
  return kept
}

/** Of a private network nothing is told but that it is not called. */
const faultOf = ({ fault }: OutboundError): WebhookFault =>
  fault === 'refused_address' || fault === 'timeout' ? fault : 'unreachable'

async function post(
  { outbound, secret: key, log }: WebhooksDeps,
  { id, endpoint_id: endpoint, message_id: message, url, secret, old_secret: old }: Claimed,
  body: string,
): Promise<Attempt> {
  const secrets = [secret, old]
    .flatMap((sealed) => (sealed ? [unseal(key, sealPlace(endpoint), sealed)] : []))
    .filter((text) => text !== null)
  if (secrets.length === 0) {
    return { status: null, error: 'secret_lost' }
  }
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const answer = await outbound.open(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signMessage({ id: webhookIdOf(message), timestamp, body }, secrets),
      },
      body,
      timeoutMs: PATIENCE_MS,
      followsRedirects: false,
    })
    answer.body.destroy()
    return { status: answer.status, error: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    log.debug({ err: error, delivery: id }, 'a webhook was not delivered')
    return { status: null, error: faultOf(error) }
  }
}

/**
 * Sends a message that is due, and notes what became of it. Cut off before that, it is sent again, under the same id.
 * @returns whose it was; null: it is not due, or somebody else sends it
 */
export async function deliverMessage(deps: WebhooksDeps, delivery: string): Promise<string | null> {
  const [claimed] = await CLAIM.run(deps.db.kysely, [delivery])
  if (!claimed) return null
  const body = await bodyOf(deps, claimed)
  const attempt =
    body === null
      ? ({ status: null, error: 'deleted', isFinal: true } as const)
      : await post(deps, claimed, body)
  await noteAttempt(deps, claimed, attempt)
  return claimed.user_id
}
