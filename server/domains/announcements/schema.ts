import type { Generated } from 'kysely'
import type { WrittenAnnouncement } from '#contract/admin-announcements.ts'
import type { PlanName } from '#contract/users.ts'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain announcements; their columns are described where they are made, in `migrations/`. */
  interface Database {
    announcements: {
      id: Generated<string>
      content: Json<WrittenAnnouncement['content']>
      previous: Json<WrittenAnnouncement> | null
      link: string | null
      starts_at: Instant
      ends_at: Instant
      plan: PlanName | null
      brand: string | null
      created_by: string | null
      request_key: Generated<string | null>
      created_at: DefaultInstant
      changed_at: DefaultInstant
    }
    announcement_dismissals: {
      announcement_id: string
      user_id: string
      dismissed_at: DefaultInstant
    }
  }
}
