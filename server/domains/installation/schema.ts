import type { Generated } from 'kysely'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'
import type { BrandOverride } from './brands/brand-override.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain installation; their columns are described where they are made, in `migrations/`. */
  interface Database {
    installation_settings: {
      name: string
      value: string | null
      sealed: Buffer | null
      changed_at: DefaultInstant
    }
    setting_changes: {
      id: Generated<string>
      starts_at: Instant
      changes: Json<Record<string, string | null>>
      previous: Json<Record<string, string | null>> | null
      planned_over: Json<Record<string, string | null>> | null
      created_by: string | null
      created_at: DefaultInstant
      applied_at: Instant | null
      canceled_at: Instant | null
    }
    brand_overrides: {
      brand: string
      content: Json<BrandOverride>
      previous: Json<BrandOverride> | null
      changed_at: DefaultInstant
    }
    brand_logos: { hash: string; png: Buffer; created_at: DefaultInstant }
    setup_tokens: { id: Generated<boolean>; token_hash: Buffer; created_at: DefaultInstant }
    setup_steps: { step: string; state: 'done' | 'skipped'; changed_at: DefaultInstant }
  }
}
