import type { Generated } from 'kysely'
import type { DefaultInstant, Json, Instant } from './schema-columns.ts'

/**
 * The tables that no domain owns. Each domain adds its own in its `schema.ts`, and only that domain's SQL names them.
 */
export interface Database {
  clock_offset: { singleton: Generated<boolean>; amount: Generated<string> }
  app_secrets: { name: string; value: Buffer }
  rate_limits: { key: string; points: Generated<number>; expire: number | null }
  inbox_mails: {
    id: Generated<string>
    recipient: string
    sender: string
    subject: string
    body_text: string
    body_html: string
    links: string[]
    created_at: DefaultInstant
  }
  set_aside_items: {
    kind: string
    item: string
    error: string
    failures: number
    since: DefaultInstant
    failed_at: DefaultInstant
    retry_at: Instant
  }
  user_event_counters: { user_id: string; last_seq: Generated<number> }
  user_events: {
    user_id: string
    seq: number
    event: string
    data: Json<unknown>
    created_at: DefaultInstant
  }
}
