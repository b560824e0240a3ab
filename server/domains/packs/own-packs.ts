import type { PackDetail } from '#contract/packs.ts'
import type { Db } from '#server/platform/db/index.ts'
import { presentDetail } from './present-pack.ts'

/** Every pack that somebody wrote, for the copy of their data. */
export async function* ownPacks(db: Db, userId: string): AsyncGenerator<PackDetail, void> {
  const packs = await db.kysely
    .selectFrom('packs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  for (const pack of packs) yield presentDetail(db.kysely, pack, { userId, isStaff: false })
}
