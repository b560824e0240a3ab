import type { Generated } from 'kysely'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

/** Something published that a ban hid. */
export interface HiddenPublication {
  kind: 'image' | 'model' | 'comment'
  id: string
}

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain accounts; their columns are described where they are made, in `migrations/`. */
  interface Database {
    users: {
      id: Generated<string>
      email: string
      first_name: Generated<string>
      last_name: Generated<string>
      password_hash: string | null
      email_verified_at: Instant | null
      is_staff: Generated<boolean>
      is_admin: Generated<boolean>
      banned_at: Instant | null
      limited_at: Instant | null
      mail_low_credits: Generated<boolean>
      mail_tips: Generated<boolean>
      mail_training_ready: Generated<boolean>
      seen_at: DefaultInstant
      google_subject: string | null
      facebook_id: string | null
      brand: string | null
      language: string | null
      time_zone: string | null
      created_at: DefaultInstant
      closing_at: Instant | null
      closed_at: Instant | null
    }
    bans: {
      id: Generated<string>
      user_id: string
      reason: string
      until: Instant | null
      hidden: DefaultJson<HiddenPublication[]>
      stopped_at: Instant | null
      created_at: DefaultInstant
      lifted_at: Instant | null
    }
    account_limits: {
      id: Generated<string>
      user_id: string
      reason: string
      created_at: DefaultInstant
      lifted_at: Instant | null
    }
    own_limits: {
      user_id: string
      queue: number | null
      running: number | null
      storage_mb: number | null
      calls_per_minute: number | null
      reason: string
      changed_at: DefaultInstant
    }
    sessions: {
      token_hash: Buffer
      id: Generated<string>
      user_id: string
      user_agent: string | null
      viewer_id: string | null
      created_at: DefaultInstant
      last_used_at: DefaultInstant
      expires_at: Instant
    }
    second_factors: {
      user_id: string
      secret: Buffer
      created_at: DefaultInstant
      confirmed_at: Instant | null
      last_step: string | null
    }
    recovery_codes: { user_id: string; code_hash: Buffer }
    passkeys: {
      id: Generated<string>
      user_id: string
      credential_id: Buffer
      public_key: Buffer
      counter: string
      transports: Json<string[]>
      rp_id: string
      name: string
      created_at: DefaultInstant
      last_used_at: Instant | null
    }
    legal_texts: {
      version: string
      texts: Json<{ en: string; es: string }>
      created_at: DefaultInstant
    }
    legal_acceptances: {
      user_id: string
      kind: string
      brand: string
      version: string
      accepted_at: DefaultInstant
    }
    passkey_set_ups: { user_id: string; challenge_hash: Buffer; expires_at: Instant }
    login_challenges: {
      token_hash: Buffer
      user_id: string
      google_subject: string | null
      tries: Generated<number>
      expires_at: Instant
    }
    invitations: {
      id: Generated<string>
      token_hash: Buffer
      email: string | null
      created_by: string | null
      created_at: DefaultInstant
      expires_at: Instant
      used_at: Instant | null
      used_by: string | null
      revoked_at: Instant | null
    }
    devices: {
      token_hash: Buffer
      user_id: string
      created_at: DefaultInstant
      last_used_at: DefaultInstant
    }
    one_time_tokens: {
      token_hash: Buffer
      user_id: string
      purpose: 'verify_email' | 'reset_password' | 'change_email'
      email: string | null
      created_at: DefaultInstant
      expires_at: Instant
      used_at: Instant | null
    }
  }
}
