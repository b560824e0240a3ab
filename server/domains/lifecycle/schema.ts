import type { WrittenMail, Wordings } from '#contract/admin-mails.ts'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain lifecycle; their columns are described where they are made, in `migrations/`. */
  interface Database {
    lifecycle_mails: {
      user_id: string
      kind: WrittenMail
      key: string
      state: 'waiting' | 'due' | 'sent' | 'skipped'
      created_at: DefaultInstant
      ended_at: Instant | null
    }
    mail_wordings: {
      kind: string
      content: Json<Partial<Wordings>>
      previous: Json<Partial<Wordings>>
      changed_at: DefaultInstant
    }
  }
}
