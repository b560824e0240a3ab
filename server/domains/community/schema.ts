import type { Generated } from 'kysely'
import type { ModelType } from '#contract/community.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { DecisionAction, ReportedKind, ReportReason } from '#contract/reports.ts'
import type { DefaultInstant, Instant, Json } from '#server/platform/db/schema-columns.ts'

/** What becomes of something that is published; which may follow which stands in `publication.ts`. */
export type PublicationState =
  | 'draft'
  | 'scanning'
  | 'published'
  | 'hidden'
  | 'withdrawn'
  | 'removed'

/** States from which a decision takes something, and to which it goes back when the decision is taken back. */
export type TakenFrom = Exclude<PublicationState, 'draft' | 'removed'>

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain community; their columns are described where they are made, in `migrations/`. */
  interface Database {
    community_creators: {
      id: Generated<string>
      user_id: string | null
      source: string | null
      name: string
      about: Generated<string>
      avatar: string | null
      settled_at: Generated<Date | null>
      created_at: DefaultInstant
    }
    community_models: {
      id: Generated<string>
      slug: string
      creator_id: string
      source: string | null
      state: Generated<PublicationState>
      rating: number | null
      name: string
      description: Generated<string>
      type: ModelType
      base_model: string
      licence: Generated<string>
      tags: Generated<string[]>
      likes: Generated<number>
      downloads: Generated<number>
      views: Generated<number>
      flagged: Generated<boolean>
      words: Generated<string>
      vector: Buffer | null
      created_at: DefaultInstant
      published_at: Instant | null
    }
    community_model_versions: {
      id: Generated<string>
      model_id: string
      place: number
      name: string
      base_model: string
      trained_words: Generated<string[]>
      create_query: string | null
      source: Generated<string | null>
      lora: Generated<string | null>
      lora_model: Generated<string | null>
      training_id: Generated<string | null>
      created_at: DefaultInstant
    }
    community_model_files: {
      id: Generated<string>
      version_id: string
      name: string
      bytes: string | number
      sha256: string
      url: string | null
      storage_key: Generated<string | null>
    }
    community_model_uploads: {
      id: Generated<string>
      user_id: string
      filename: string
      bytes: string | number
      sha256: string
      parts: Generated<number[]>
      state: Generated<'open' | 'finished' | 'published'>
      storage_key: Generated<string | null>
      created_at: DefaultInstant
    }
    community_model_samples: {
      image_id: Generated<string | null>
      version_id: string
      place: number
      url: string
      width: number
      height: number
      blurhash: string | null
      alt: Generated<string>
    }
    community_images: {
      id: Generated<string>
      creator_id: string
      source: string | null
      image_id: string | null
      state: Generated<PublicationState>
      rating: number | null
      url: string
      width: number
      height: number
      blurhash: string | null
      alt: Generated<string>
      type: string
      prompt: string | null
      parameters: Json<Record<string, unknown>> | null
      tags: Generated<string[]>
      credit: string | null
      remix_of: string | null
      flagged: Generated<boolean>
      pixels_hash: string | null
      looks_hash: string | null
      names_checked: Generated<boolean>
      likes: Generated<number>
      words: Generated<string>
      vector: Buffer | null
      created_at: DefaultInstant
      published_at: Instant | null
    }
    community_imports: { source: string; next: string | null; changed_at: DefaultInstant }
    community_import_refusals: { source: string; reason: 'person' | 'minor' | 'blocked' }
    community_likes: { image_id: string; user_id: string; created_at: DefaultInstant }
    community_favorites: {
      id: Generated<string>
      user_id: string
      image_id: string
      collection_id: string | null
      created_at: DefaultInstant
    }
    community_like_deltas: { id: Generated<string>; image_id: string; delta: number }
    community_comments: {
      id: Generated<string>
      image_id: string
      creator_id: string
      parent_id: string | null
      text: string
      state: Generated<'shown' | 'deleted' | 'removed'>
      created_at: DefaultInstant
      changed_at: Instant | null
    }
    community_follows: { user_id: string; creator_id: string; created_at: DefaultInstant }
    community_blocks: { user_id: string; creator_id: string; created_at: DefaultInstant }
    community_image_models: { image_id: string; version_id: string }
    community_image_lists: {
      list: string
      rating: number
      image_id: string
      creator_id: string
      published_at: Instant
      likes: number
    }
    community_model_lists: {
      list: string
      rating: number
      model_id: string
      creator_id: string
      published_at: Instant
      downloads: number
      score: number
    }
    community_takedowns: {
      id: Generated<string>
      kind: ReportedKind
      item_id: string | null
      url: string
      creator_id: string | null
      action: DecisionAction
      ground: ReportReason
      reason: string
      automated: Generated<boolean>
      before: Json<{ name: string; about: string; avatar: string | null }> | null
      owner_key: Generated<string>
      copy_of: Generated<string | null>
      took: Generated<TakenFrom | null>
      decided_at: DefaultInstant
      reversed_at: Instant | null
    }
    community_reports: {
      id: Generated<string>
      kind: ReportedKind
      item_id: string | null
      url: string
      creator_id: string | null
      reason: ReportReason
      text: string
      name: string | null
      user_id: string | null
      email: string | null
      language: string
      state: Generated<'open' | 'decided'>
      hidden_at: Instant | null
      sealed_at: Instant | null
      reporter_key: Generated<string>
      takedown_id: string | null
      due_at: Instant
      created_at: DefaultInstant
    }
    community_appeals: {
      id: Generated<string>
      takedown_id: string
      report_id: string | null
      text: string
      signer: Json<{ name: string; address: string }> | null
      state: Generated<'open' | 'upheld' | 'reversed'>
      reason: string | null
      due_at: Instant
      created_at: DefaultInstant
    }
    community_strikes: {
      id: Generated<string>
      creator_id: string
      takedown_id: string
      created_at: DefaultInstant
      lifted_at: Instant | null
    }
    community_refused_images: {
      id: Generated<string>
      takedown_id: string
      pixels_hash: string
      looks_hash: string | null
      created_at: DefaultInstant
    }
    community_notifications: {
      id: Generated<string>
      user_id: string
      kind: NotificationKind
      actor_id: string | null
      image_id: string | null
      comment_id: string | null
      takedown_id: string | null
      report_id: string | null
      ticket_id: string | null
      since: Instant | null
      at: DefaultInstant
      read_at: Instant | null
    }
  }
}
