import { sql } from 'kysely'
import { timeZoneOf } from '#server/domains/accounts/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import { zipFiles } from '#server/platform/zip-files.ts'
import { t } from '#server/texts/index.ts'
import { readImageFiles } from './read-image-files.ts'

/** What the form of zip that is written can hold, less what it says about each file. */
const MOST_BYTES = 4_000_000_000

/**
 * Own images as one file, in the order asked for, each with the person's day and a part of its id as its name.
 * @throws {AppError} `not_found` when none of them is there, `invalid` beyond 4 GB
 */
export async function zipImages(
  deps: { db: Db; media: Media; billing: Billing },
  userId: string,
  ids: readonly string[],
): Promise<Download> {
  const rows = await deps.db.kysely
    .selectFrom('prediction_images')
    .selectAll()
    .select(
      sql<string>`to_char(created_at at time zone ${timeZoneOf(userId)}, 'YYYY-MM-DD')`.as('day'),
    )
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids.filter(isId)}::uuid[])`)
    .execute()
  if (rows.length === 0) throw notFound()
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  if (bytes > MOST_BYTES) {
    throw invalidField('ids', t('library.zipTooLarge'))
  }
  const place = new Map(ids.map((id, index) => [id, index]))
  const images = rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const clean = await deps.billing.hasPaid(deps.db, userId)
  const nameOf = ({ id, day }: (typeof rows)[0]) => `${day}-${id.slice(-12)}`
  return new Download(
    'atelier-images.zip',
    zipFiles(readImageFiles(deps.media, images, { clean, nameOf })),
  )
}
