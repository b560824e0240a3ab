import type { StoredFailure } from '#contract/said.ts'
import type { Generated } from 'kysely'
import type { Pack, PackKind, PackState, PackSubject } from '#contract/packs.ts'
import type { VideoMotion } from '#contract/jobs/video.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain packs; their columns are described where they are made, in `migrations/`. */
  interface Database {
    packs: {
      id: Generated<string>
      kind: PackKind
      user_id: string | null
      seed_key: string | null
      state: Generated<PackState>
      version_id: string | null
      draft_id: string | null
      previous_id: string | null
      samples: DefaultJson<Pack['samples']>
      runs: Generated<number>
      created_at: DefaultInstant
      published_at: Instant | null
    }
    pack_versions: {
      id: Generated<string>
      pack_id: string
      number: number
      title: string
      description: string
      tags: string[]
      subject: PackSubject
      frozen_at: Instant | null
      created_at: DefaultInstant
    }
    pack_shots: {
      id: Generated<string>
      version_id: string
      place: number
      prompt: string
      negative_prompt: string
      width: number | null
      height: number | null
      style: string | null
      seed: number | null
      motion: VideoMotion | null
      duration: number | null
    }
    pack_favorites: { user_id: string; pack_id: string; created_at: DefaultInstant }
    pack_runs: {
      id: Generated<string>
      user_id: string
      pack_id: string
      version_id: string
      kind: PackKind
      training_id: string | null
      stopped_at: Instant | null
      idempotency_key: string | null
      body_hash: Buffer | null
      created_at: DefaultInstant
    }
    run_holds: { hold_id: string; run_id: string; ends_at: Instant; closed_at: Instant | null }
    run_shots: {
      id: Generated<string>
      run_id: string
      shot_id: string
      place: number
      prompt: string
      judged_hash: Buffer | null
      status: Generated<'waiting' | 'begun' | 'failed' | 'skipped'>
      job_id: string | null
      delivered_job_id: string | null
      hold_id: string
      price: number
      error: Json<StoredFailure> | null
    }
  }
}
