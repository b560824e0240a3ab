import type { DefaultInstant } from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The table of the domain clusters; its columns are described where it is made, in `migrations/`. */
  interface Database {
    account_addresses: {
      user_id: string
      address_hash: Buffer
      first_seen_at: DefaultInstant
      last_seen_at: DefaultInstant
    }
  }
}
