import type { StoredFailure } from '#contract/said.ts'
import type { Generated } from 'kysely'
import type { HeadshotOrder, HeadshotRun, HeadshotShot } from '#contract/headshot-runs.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain headshots; their columns are described where they are made, in `migrations/`. */
  interface Database {
    headshot_runs: {
      id: Generated<string>
      user_id: string
      lora_training_id: string
      status: Generated<HeadshotRun['status']>
      choice: Json<Omit<HeadshotOrder, 'shots'>>
      hold_id: string | null
      redone: Generated<number>
      price: number | null
      shot_price: number
      payment_id: string | null
      paid_at: Instant | null
      verdict: 'kept' | 'returned' | null
      error: Json<StoredFailure> | null
      created_at: DefaultInstant
      finished_at: Instant | null
    }
    headshot_shots: {
      id: Generated<string>
      run_id: string
      user_id: string
      place: number
      attire: HeadshotOrder['attire'][number]
      background: HeadshotOrder['backgrounds'][number]
      framing: 'close' | 'shoulders'
      status: Generated<HeadshotShot['status']>
      tries: Generated<number>
      job_id: string | null
      similarity: number | null
      passed_at: Instant | null
      canceled: Generated<boolean>
      takes: DefaultJson<{ job: string; similarity: number | null }[]>
      shown_job_id: string | null
      is_redo: Generated<boolean>
    }
  }
}
