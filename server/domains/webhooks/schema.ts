import type { Generated } from 'kysely'
import type { WEBHOOK_STATES, WebhookEvent, WebhookFault } from '#contract/webhooks.ts'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain webhooks; their columns are described where they are made, in `migrations/`. */
  interface Database {
    webhook_endpoints: {
      id: Generated<string>
      user_id: string
      url: string
      events: WebhookEvent[]
      secret: Buffer
      old_secret: Buffer | null
      old_secret_until: Instant | null
      created_at: DefaultInstant
      failing_since: Instant | null
      disabled_at: Instant | null
    }
    webhook_deliveries: {
      id: Generated<string>
      endpoint_id: string
      message_id: string
      event: WebhookEvent
      subject_id: string
      created_at: DefaultInstant
      payload: string | null
      state: Generated<(typeof WEBHOOK_STATES)[number]>
      attempts: Generated<number>
      next_at: Instant | null
      last_at: Instant | null
      status: number | null
      error: WebhookFault | null
    }
  }
}
