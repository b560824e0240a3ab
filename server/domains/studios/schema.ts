import type { Generated } from 'kysely'
import type { ShownStudio } from '#contract/admin-studios.ts'
import type { LoraTraining, PhotoCrop, TrainingStatus } from '#contract/lora-trainings.ts'
import type { ModelShare, ShareState } from '#contract/model-shares.ts'
import type { StoredFailure } from '#contract/said.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'
import type { EngineOperation } from '#server/engines/spec/index.ts'
import type { PhotoLook } from './coach/look-at-photo.ts'

/** What a deletion removed, as it is kept. */
export interface StoredReceipt {
  completed_at: string | null
  photos: number
  samples: number
  model: string | null
  released: number
  /** Left out of those that were kept before models were shared. */
  shares?: number
}

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain studios; their columns are described where they are made, in `migrations/`. */
  interface Database {
    lora_trainings: {
      id: Generated<string>
      user_id: string
      project_name: string
      training_type: LoraTraining['training_type']
      object_type: LoraTraining['object_type']
      original_model_version: string
      engine: string
      consent_subject: LoraTraining['consent']['subject']
      consent_text: string
      consent_version: string | null
      consent_at: DefaultInstant
      needs_consent: Generated<boolean>
      status: Generated<TrainingStatus>
      seed: number
      starts: Generated<number>
      hold_id: string | null
      price: number | null
      slot_at: Instant | null
      attempt: Generated<number>
      failures: Generated<number>
      heartbeat_at: Instant | null
      operation: Json<EngineOperation & { key: string; cost?: number }> | null
      engine_ms: number | null
      engine_cost: number | null
      kept_as: string | null
      progress: Json<LoraTraining['progress']> | null
      curve: DefaultJson<LoraTraining['curve']>
      samples: DefaultJson<{ step: number; key: string; prompt: string; with_subject?: boolean }[]>
      cut_outs: DefaultJson<{ photo: string; key: string }[]>
      checkpoint_key: string | null
      checkpoint_step: number | null
      state_key: string | null
      is_stopped: Generated<boolean>
      created_model_version: string | null
      likeness: number | null
      checks_likeness: Generated<boolean>
      retrain_of: string | null
      retrain_until: Instant | null
      is_free: Generated<boolean>
      lora_hash: string | null
      cost: number | null
      error: Json<StoredFailure> | null
      created_at: DefaultInstant
      started_at: Instant | null
      finished_at: Instant | null
      deleted_at: Instant | null
      receipt: Json<StoredReceipt> | null
      shown_as: string | null
      is_unlisted: Generated<boolean>
      shown_before: Json<ShownStudio> | null
    }
    consent_links: {
      lora_training_id: string
      user_id: string
      token_hash: Buffer
      expires_at: Instant
      answer: 'agreed' | 'declined' | 'withdrawn' | null
      answered_at: Instant | null
      created_at: DefaultInstant
      allows_sharing: Generated<boolean>
    }
    model_shares: {
      id: Generated<string>
      lora_training_id: string
      user_id: string
      email: string
      guest_id: string | null
      state: Generated<ShareState>
      ended_by: ModelShare['ended_by']
      expires_at: Instant
      told_at: Instant | null
      created_at: DefaultInstant
      answered_at: Instant | null
      ended_at: Instant | null
    }
    lora_training_images: {
      id: Generated<string>
      lora_training_id: string
      user_id: string
      upload_id: string
      look: Json<PhotoLook>
      alike: DefaultJson<Record<string, number>>
      crop: Json<PhotoCrop>
      caption: string
      created_at: DefaultInstant
    }
  }
}
