import type { ColumnType, Generated } from 'kysely'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the test payments; their columns are described where they are made, in `migrations/`. */
  interface Database {
    test_payment_objects: {
      seq: Generated<number>
      id: string
      kind: string
      created: number
      data: Json<unknown>
      hidden: DefaultJson<unknown>
    }
    test_payment_timers: { object_id: string; task: string; due_at: number }
    test_payment_events: {
      seq: Generated<number>
      id: string
      type: string
      created: number
      data: Json<unknown>
      attempts: Generated<number>
      next_attempt_at: ColumnType<
        Date | null,
        Date | string | null | undefined,
        Date | string | null
      >
      delivered_at: Instant | null
    }
    test_payment_requests: {
      key: string
      fingerprint: Buffer
      status: number
      body: string
      request_id: string
      created_at: DefaultInstant
    }
  }
}
