import { sql } from 'kysely'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { freezeVersion, insertVersion, updatePack } from '../edit-pack.ts'
import type { SeedPack } from './pack-data.ts'
import { PHOTO_PACKS } from './photo-packs.ts'
import { VIDEO_PACKS } from './video-packs.ts'

export const SEED_PACKS: readonly SeedPack[] = [...PHOTO_PACKS, ...VIDEO_PACKS]

/** Puts in what is not there yet. What the staff changed or withdrew stays as they left it; samples are the app's. */
export async function seedPacks(db: Db): Promise<void> {
  for (const { key, samples } of SEED_PACKS) {
    const current = JSON.stringify(samples)
    await sql`update packs set samples = ${current}::jsonb
      where seed_key = ${key} and samples::jsonb <> ${current}::jsonb`.execute(db.kysely)
  }
  const known = await db.kysely
    .selectFrom('packs')
    .select('seed_key')
    .where('seed_key', 'is not', null)
    .execute()
  const keys = new Set(known.map(({ seed_key: key }) => key))
  const missing = SEED_PACKS.filter(({ key }) => !keys.has(key))
  if (missing.length === 0) return
  await transact(db, async (tx) => {
    // Of processes that start at once one does it.
    await sql`select pg_advisory_xact_lock(hashtextextended('packs-seed', 0))`.execute(tx)
    for (const pack of missing.toReversed()) await insertPack(tx, pack)
  })
}

async function insertPack(tx: Tx, { key, kind, samples, ...input }: SeedPack): Promise<void> {
  const row = await tx
    .insertInto('packs')
    .values({ kind, user_id: null, seed_key: key, samples: JSON.stringify(samples) })
    .onConflict((conflict) => conflict.column('seed_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  const version = await insertVersion(tx, row.id, input)
  await freezeVersion(tx, version)
  await updatePack(tx, row.id, { state: 'published', version_id: version, published: true })
}
