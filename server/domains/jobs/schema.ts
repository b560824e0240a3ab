import type { StoredFailure } from '#contract/said.ts'
import type { StoredVideoFacts } from './video-facts.ts'
import type { Generated } from 'kysely'
import type { DrawnAfter, UsedNetwork, WordsTask } from '#server/engines/spec/index.ts'
import type { SourceType } from '#server/domains/media/index.ts'
import type { GridAxis } from '#contract/jobs/grid.ts'
import type { WordTemplate } from '#contract/wildcards.ts'
import type { JobStatus } from '#contract/prediction-images.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain jobs; their columns are described where they are made, in `migrations/`. */
  interface Database {
    inference_jobs: {
      id: Generated<string>
      user_id: string
      type: string
      status: Generated<JobStatus>
      parameters: Json<Record<string, unknown>>
      /** Null: no words were drawn. */
      template: Json<WordTemplate> | null
      seed: number | null
      fingerprint: Buffer | null
      model_hash: string | null
      engine: string
      lane: string
      work: number | null
      num_images: number
      unit_price: number
      cost_quoted: number
      quote_id: string | null
      hold_id: string | null
      weight: Generated<number>
      line: string | null
      turn_seconds: number | null
      came: number | null
      passed_before: number | null
      turn: number | null
      running_limit: number
      may_mark: Generated<boolean>
      free_month: string | null
      free_pictures: Generated<number>
      attempt: Generated<number>
      handed_back: Generated<number>
      admitted_at: Instant | null
      operation: Json<unknown> | null
      progress: DefaultJson<Record<string, unknown>>
      error: Json<StoredFailure> | null
      cancel_requested: Generated<boolean>
      batch_id: string | null
      keeps_hold: Generated<boolean>
      shows_person: Generated<boolean>
      shows_child: Generated<boolean>
      created_at: DefaultInstant
      started_at: Instant | null
      finished_at: Instant | null
      removed_at: Instant | null
      deadline_at: Instant
      heartbeat_at: Instant | null
      engine_ms: number | null
      engine_cost: number | null
      first_engine: string | null
    }
    queue_lines: { name: string; turn: number; done: number }
    lane_workers: {
      process_id: string
      lane: string
      slots: number
      most: number | null
      heartbeat_at: DefaultInstant
    }
    prediction_images: {
      id: Generated<string>
      job_id: string
      user_id: string
      index: number
      status: Generated<JobStatus>
      seed: number | null
      width: number
      height: number
      storage_key: string | null
      marked_storage_key: string | null
      video_storage_key: string | null
      video: Json<StoredVideoFacts> | null
      bytes: number | null
      content_type: string | null
      source_type: SourceType | null
      /** Null: its engine did not say. */
      drawn_after: Json<DrawnAfter[]> | null
      /** Null: drawn by the prompt as it was written, or its engine did not say. */
      revised_prompt: string | null
      /** Null: its engine did not say. */
      made_by: Json<UsedNetwork[]> | null
      dominant_color: string | null
      blurhash: string | null
      rating: Generated<string>
      alt: Generated<string>
      is_public: Generated<boolean>
      /** Null unless it is public. */
      publication_id: string | null
      shows_prompt: Generated<boolean>
      /** Null: nobody has looked yet. */
      has_face: boolean | null
      is_favorite: Generated<boolean>
      /** It was delivered and nothing was captured for it. */
      is_free: Generated<boolean>
      created_at: DefaultInstant
      delivered_at: Instant | null
      deleted_at: Instant | null
      files_removed_at: Instant | null
      /** Kept from strangers: it was reported, hidden or removed. */
      withheld_at: Instant | null
    }
    idempotency_keys: {
      user_id: string
      key: string
      body_hash: Buffer
      job_id: string
      created_at: DefaultInstant
    }
    word_proposals: {
      id: string
      user_id: string
      /** Null: its words are forgotten. */
      key: string | null
      body_hash: Buffer
      task: WordsTask
      engine: string
      model: string
      credits: number
      hold_id: string
      status: Generated<'R' | 'S' | 'FL'>
      text: string | null
      failure: Json<StoredFailure<'invalid' | 'unavailable'>> | null
      cost: number | null
      created_at: DefaultInstant
      deadline_at: Instant
      started_at: Instant | null
    }
    picture_reviews: {
      id: Generated<string>
      image_id: string
      user_id: string
      verdict: 'sensitive' | 'blocked'
      scores: Json<unknown> | null
      state: Generated<'open' | 'allowed' | 'confirmed'>
      decided_by: string | null
      decided_at: Instant | null
      created_at: DefaultInstant
    }
    grids: {
      /** That of its batch. */
      id: string
      user_id: string
      request: Json<unknown>
      x: Json<GridAxis>
      y: Json<GridAxis>
      z: Json<GridAxis> | null
      jobs: string[]
      created_at: DefaultInstant
    }
  }
}
