import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'

/**
 * Whether everybody whom these drawings show is this person, as they stated at the training. A model that is gone, with the account
 * of its owner, may have been of anybody.
 * @param drawings of each that shows somebody: names of trainings or of their models, as its request named them, among others
 */
export async function areOwnFaces(
  reader: Reader,
  userId: string,
  drawings: readonly (readonly string[])[],
): Promise<boolean> {
  const names = [...new Set(drawings.flat())]
  if (names.length === 0) return true
  const people = await reader
    .selectFrom('lora_trainings')
    .select(['created_model_version as model', sql<string>`id::text`.as('id')])
    .select(['user_id', 'consent_subject'])
    .where('object_type', '=', 'person')
    .where((where) =>
      where.or([
        where('created_model_version', 'in', names),
        where(sql<string>`id::text`, 'in', names),
      ]),
    )
    .execute()
  if (people.some((row) => row.user_id !== userId || row.consent_subject !== 'self')) return false
  const known = new Set(people.flatMap(({ id, model }) => [id, model]))
  return drawings.every((drawing) => drawing.some((name) => known.has(name)))
}
