import { type Selectable, sql, type SqlBool } from 'kysely'
import type { ModelShare, ModelShares, ShareState } from '#contract/model-shares.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { askedFor } from '../consent-answers.ts'
import type { TrainingRow } from '../store.ts'

export type ShareRow = Selectable<Database['model_shares']>

/** Offered to somebody, or used by them. */
export const LIVE: readonly ShareState[] = ['offered', 'accepted']

/** Whether a share is for the account of this address. */
export const isForAddress = (email: string) => sql<SqlBool>`lower(email) = lower(${email})`

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentShare = (row: ShareRow): ModelShare => ({
  id: row.id,
  email: row.email,
  // One that is over and not yet swept.
  state: row.state === 'offered' && row.expires_at.getTime() <= Date.now() ? 'expired' : row.state,
  ended_by: row.ended_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  answered_at: instant(row.answered_at),
  ended_at: instant(row.ended_at),
})

/**
 * Why nobody but its owner may use a model; null: it can be shared. Where it shows somebody else, that person decides, by the link
 * of their consent: what its owner stated for them covers the training alone.
 */
export async function hindranceOf(
  reader: Reader,
  training: TrainingRow,
): Promise<ModelShares['hindrance']> {
  if (training.training_type === 'Showcase') return 'public'
  if (training.consent_subject === 'child') return 'child'
  if (training.status !== 'Successful') return 'not_trained'
  if (training.consent_subject !== 'other') return null
  const link = await reader
    .selectFrom('consent_links')
    .select('allows_sharing')
    .where('lora_training_id', '=', askedFor(training))
    .where('answer', '=', 'agreed')
    .executeTakeFirst()
  return link?.allows_sharing ? null : 'no_consent'
}

/**
 * Locks the studio of a share, as whoever deletes it or answers for the person in its photos does: of two at once one comes wholly
 * before the other.
 */
export const lockStudio = (tx: Tx, id: string): Promise<TrainingRow | undefined> =>
  tx.selectFrom('lora_trainings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
