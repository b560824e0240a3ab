import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

const LONGEST = 60

/** The creator of what somebody published on Civitai; they have no account here. */
export async function ensureImportedCreator(
  tx: Tx,
  username: string | null | undefined,
): Promise<string> {
  const name = username?.trim().slice(0, LONGEST) || 'Civitai'
  const { id } = await tx
    .insertInto('community_creators')
    .values({
      user_id: null,
      source: `civitai:user:${name.toLowerCase()}`,
      name,
      about: 'Published on Civitai.',
      avatar: null,
    })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet({ name: sql<string>`community_creators.name` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
