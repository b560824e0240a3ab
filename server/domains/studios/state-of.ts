import { sql } from 'kysely'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { isShared } from './find-loras.ts'
import { isStartable, priceOf } from './store.ts'

/** What other domains may know of a studio. */
export interface StudioState {
  /** True for the owner; false for a guest the model is shared with. */
  isOwn: boolean
  status: LoraTraining['status']
  type: LoraTraining['training_type']
  object: LoraTraining['object_type']
  /** The model that it is for, and what was trained. */
  model: string
  lora: string | null
  /** Credits of starting it now; null: it is not to be started. */
  startCost: number | null
}

/** Null: there is no such studio of this person, nor one whose model is shared with them, or it is deleted. */
export async function stateOf(
  reader: Reader,
  userId: string,
  id: string,
): Promise<StudioState | null> {
  if (!isId(id)) return null
  const row = await reader
    .selectFrom('lora_trainings')
    .select(['status', 'training_type', 'object_type', 'original_model_version'])
    .select(['created_model_version', 'is_free'])
    .where('id', '=', id)
    .select(sql<boolean>`user_id = ${userId}`.as('is_own'))
    .where((where) => where.or([where('user_id', '=', userId), isShared(userId)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        isOwn: row.is_own,
        status: row.status,
        type: row.training_type,
        object: row.object_type,
        model: row.original_model_version,
        lora: row.created_model_version,
        startCost: isStartable(row) ? priceOf(row) : null,
      }
    : null
}
