import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'

/**
 * Whether every person that these models show is this person, as they stated at the training.
 * @param names of trainings or of their models, as requests name them; others do not count
 */
export async function areOwnFaces(
  reader: Reader,
  userId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return true
  const other = await reader
    .selectFrom('lora_trainings')
    .select('id')
    .where('object_type', '=', 'person')
    .where((where) =>
      where.or([
        where('created_model_version', 'in', [...names]),
        where(sql<string>`id::text`, 'in', [...names]),
      ]),
    )
    .where((where) =>
      where.or([where('user_id', '<>', userId), where('consent_subject', '<>', 'self')]),
    )
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
