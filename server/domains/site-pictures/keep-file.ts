import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { PublicCopy } from '#server/domains/library/index.ts'
import { drawAiMark, labelXmp } from '#server/domains/media/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { Place } from './places.ts'

const QUALITY = 80
/** Of the bytes of a channel: less than that is one even surface. */
const LEAST_DEVIATION = 2

/** Returns the root-relative address of a file. */
export const addressOf = (hash: string): string => `/site-picture/${hash}.webp`

/**
 * Cuts an image to the size of a place and writes a new file, which keeps nothing of the old one but its picture and how it came to be.
 * @throws for what is no image
 */
export async function cutTo(
  { width, height }: Pick<Place, 'width' | 'height'>,
  { file, sourceType, hasAiMark }: PublicCopy,
): Promise<Buffer> {
  const cut = await sharp(file)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .png()
    .toBuffer()
  // Drawn last, or the cut could take it away.
  const shown = hasAiMark ? await drawAiMark(cut) : cut
  return sharp(shown).webp({ quality: QUALITY }).withXmp(labelXmp(sourceType)).toBuffer()
}

/** Whether an image shows one even surface, as a model that failed leaves it. @throws for what is no image */
export async function isEmpty(file: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(file).stats()
  return channels.every(({ stdev }) => stdev < LEAST_DEVIATION)
}

/** Keeps a file, under the lock of all images: a sweep beside it could remove a file that is kept already. @returns its hash */
export async function keepFile(tx: Tx, image: Buffer): Promise<string> {
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32)
  await tx
    .insertInto('site_picture_files')
    .values({ hash, image })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}

/** Removes files that no page shows, and none would after a step back; under the same lock. */
export async function sweepFiles(tx: Tx): Promise<void> {
  await sql`
    delete from site_picture_files where hash not in (
      select used from site_pictures, unnest(array[shown ->> 'hash', previous ->> 'hash']) as used
      where used is not null
    )`.execute(tx)
}

/** The file of an image of the site; null: none has this hash. */
export async function readSitePicture(reader: Reader, hash: string): Promise<Buffer | null> {
  const row = await reader
    .selectFrom('site_picture_files')
    .select('image')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.image ?? null
}
