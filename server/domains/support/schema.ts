import type { Generated } from 'kysely'
import type { TicketState } from '#contract/support.ts'
import type { DefaultInstant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain support; their columns are described where they are made, in `migrations/`. */
  interface Database {
    support_tickets: {
      id: Generated<string>
      user_id: string
      subject: string
      state: Generated<TicketState>
      is_priority: Generated<boolean>
      job_id: string | null
      payment_id: string | null
      limit_id: Generated<string | null>
      assigned_to: Generated<string | null>
      waiting_since: Generated<Date | null>
      first_answered_at: Generated<Date | null>
      created_at: DefaultInstant
      updated_at: DefaultInstant
    }
    support_messages: {
      id: Generated<string>
      ticket_id: string
      author_id: string | null
      is_from_team: boolean
      text: string
      credits: Generated<number | null>
      adjustment_id: Generated<string | null>
      request_key: Generated<string | null>
      created_at: DefaultInstant
    }
  }
}
