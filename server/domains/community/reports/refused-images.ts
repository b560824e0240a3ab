import { sql } from 'kysely'
import type { Fingerprint } from '#server/domains/media/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'

/** Of 256 bits: so many may differ in an image that was scaled, compressed or slightly changed. */
const MOST_DIFFERENT = 16

/** Whether this image, or one that looks the same, was removed here. */
export async function isRefused(reader: Reader, { pixels, looks }: Fingerprint): Promise<boolean> {
  const { rows } = await sql`
    select from community_refused_images
    where pixels_hash = ${pixels}
      or (looks_hash is not null and bit_count(looks_hash # ${looks}::bit(256)) <= ${MOST_DIFFERENT})
    limit 1`.execute(reader)
  return rows.length > 0
}

/** Whether a picture of another site was removed here: it looks the same, or it is under the address of one that was. */
export async function isRefusedPicture(
  reader: Reader,
  { url, fingerprint }: { url: string; fingerprint: Fingerprint | null },
): Promise<boolean> {
  if (fingerprint && (await isRefused(reader, fingerprint))) return true
  const removed = await reader
    .selectFrom('community_images')
    .select('id')
    .where('url', '=', url)
    .where('source', 'is not', null)
    .where('state', '=', 'removed')
    .limit(1)
    .executeTakeFirst()
  return removed !== undefined
}

/** What a published image was known again by when it came here; null: nothing was kept. */
export async function keptFingerprint(reader: Reader, id: string): Promise<Fingerprint | null> {
  const row = await reader
    .selectFrom('community_images')
    .select(['pixels_hash', 'looks_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.pixels_hash ? { pixels: row.pixels_hash, looks: row.looks_hash } : null
}

/** Keeps this image from being published again, by any account. */
export async function refuseImage(
  tx: Tx,
  takedownId: string,
  { pixels, looks }: Fingerprint,
): Promise<void> {
  await tx
    .insertInto('community_refused_images')
    .values({ takedown_id: takedownId, pixels_hash: pixels, looks_hash: looks })
    .execute()
}

/** Ends what {@link refuseImage} began. */
export async function admitAgain(tx: Tx, takedownId: string): Promise<void> {
  await tx.deleteFrom('community_refused_images').where('takedown_id', '=', takedownId).execute()
}

/** Other images with the very same pixels that are published, or may be. */
export async function copiesOf(
  reader: Reader,
  { pixels, except }: { pixels: string; except: string },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('community_images')
    .select('id')
    .where('pixels_hash', '=', pixels)
    .where('id', '<>', except)
    .where('state', 'in', ['scanning', 'published', 'hidden'])
    .execute()
  return rows.map(({ id }) => id)
}
