import type { Db } from '#server/platform/db/index.ts'
import type { Storage } from '#server/platform/storage/index.ts'

/** A LoRA that somebody trained and only they may use. */
export interface TrainedLora {
  /** What requests and prompts name. */
  id: string
  /** SHA-256 of its file. */
  hash: string
  /** The model version that it is for. */
  model: string
}

interface Deps {
  db: Db
  storage: Storage
}

const findRows = ({ db }: Deps, userId: string, names: readonly string[]) =>
  db.kysely
    .selectFrom('lora_trainings')
    .select(['created_model_version', 'lora_hash', 'original_model_version', 'checkpoint_key'])
    .where('user_id', '=', userId)
    .where('created_model_version', 'in', [...names])
    .where('status', '=', 'Successful')
    .where('deleted_at', 'is', null)
    .execute()

/** Those of these that this person trained. */
export async function findTrainedLoras(
  deps: Deps,
  userId: string,
  names: readonly string[],
): Promise<TrainedLora[]> {
  if (names.length === 0) return []
  const rows = await findRows(deps, userId, names)
  return rows.map(
    ({ created_model_version: id, lora_hash: hash, original_model_version: model }) => ({
      id: id ?? '',
      hash: hash ?? '',
      model,
    }),
  )
}

/** The file of one that this person trained; null if there is none. */
export async function readTrainedLora(
  deps: Deps,
  userId: string,
  name: string,
): Promise<Uint8Array | null> {
  const [row] = await findRows(deps, userId, [name])
  return row?.checkpoint_key ? deps.storage.read(row.checkpoint_key) : null
}
