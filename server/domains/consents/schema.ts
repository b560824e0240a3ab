import type { Generated } from 'kysely'
import type { StatedPerson } from '#contract/age-statements.ts'
import type { ConsentKind } from '#contract/consents.ts'
import type { DefaultInstant, Instant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain consents; their columns are described where they are made, in `migrations/`. */
  interface Database {
    consents: {
      id: Generated<string>
      user_id: string
      kind: ConsentKind
      version: string
      text: string
      given_at: DefaultInstant
      withdrawn_at: Instant | null
    }
    age_statements: {
      user_id: string
      about: string
      person: StatedPerson
      version: string
      text: string
      stated_at: DefaultInstant
    }
  }
}
