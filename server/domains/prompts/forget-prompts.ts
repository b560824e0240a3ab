import type { Db } from '#server/platform/db/index.ts'

/** Removes the lists, presets and marks of a person. Safe to repeat. */
export async function forgetPrompts(db: Db, userId: string): Promise<void> {
  await db.kysely.deleteFrom('wildcard_lists').where('user_id', '=', userId).execute()
  await db.kysely.deleteFrom('presets').where('user_id', '=', userId).execute()
  await db.kysely.deleteFrom('prompt_marks').where('user_id', '=', userId).execute()
}
