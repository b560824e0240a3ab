import { sql } from 'kysely'
import type { SitePicture } from '#contract/admin-site-pictures.ts'
import { announceChange } from '#server/domains/installation/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { SitePicturesDeps } from './deps.ts'
import { cutTo, keepFile, sweepFiles } from './keep-file.ts'
import { readPicture } from './list-pictures.ts'
import { lockPictures } from './lock-pictures.ts'
import { findPlace } from './places.ts'
import type { Replacement } from './schema.ts'

type ChangeDeps = Pick<SitePicturesDeps, 'db' | 'audit'>

/** An image of the site as an administrator looked at it. */
export interface SeenPicture {
  place: string
  /** Address that was shown. */
  shown: string
}

/**
 * Writes what `change` makes of an image of the site; what was shown is kept for one step back. What draws it now is passed over.
 * @throws {AppError} `not_found`, `conflict` when another image is shown than the one that was looked at
 */
async function write(
  { db, audit }: ChangeDeps,
  { actorId, place: name, shown, how }: SeenPicture & { actorId: string; how: string },
  change: (
    tx: Tx,
    row: { previous: Replacement | null; canUndo: boolean },
  ) => Promise<Replacement | null>,
): Promise<SitePicture> {
  // The first search in a process loads the texts of all pages: nobody should wait for that behind the lock.
  const place = await findPlace(name)
  if (!place) throw notFound()
  return transact(db, async (tx) => {
    await lockPictures(tx)
    const now = await readPicture(tx, place)
    if (now.url !== shown) throw userError('conflict', t('site-pictures.changedMeanwhile'))
    const row = await tx
      .selectFrom('site_pictures')
      .selectAll()
      .where('place', '=', name)
      .executeTakeFirst()
    const next = await change(tx, {
      previous: row?.previous ?? null,
      canUndo: row?.changed_at != null,
    })
    const columns = {
      shown: next && JSON.stringify(next),
      previous: row?.shown ? JSON.stringify(row.shown) : null,
      changed_at: sql<Date>`now()`,
      redraw: null,
      claim: null,
    }
    await tx
      .insertInto('site_pictures')
      .values({ place: name, ...columns })
      .onConflict((conflict) => conflict.column('place').doUpdateSet(columns))
      .execute()
    await sweepFiles(tx)
    await audit(tx, { actorId, action: 'site_picture_changed', subject: name, data: { how } })
    await announceChange(tx)
    return readPicture(tx, place)
  })
}

/**
 * Shows a copy of an own public image, cut to the size of the place.
 * @throws {AppError} `not_found`, `conflict`, `invalid` for an image that not everybody may see
 */
export async function choosePicture(
  deps: SitePicturesDeps,
  actorId: string,
  { image, alt, ...seen }: SeenPicture & { image: string; alt: NonNullable<Replacement['alt']> },
): Promise<SitePicture> {
  const place = await findPlace(seen.place)
  if (!place) throw notFound()
  const copy = await deps.library.readPublicCopy(actorId, image)
  if (!copy) throw invalidField('image', t('site-pictures.chooseOwn'))
  const file = await cutTo(place, copy)
  return write(deps, { actorId, ...seen, how: 'library' }, async (tx) => ({
    hash: await keepFile(tx, file),
    alt,
  }))
}

/** Shows the file that comes with the program again. @throws {AppError} `not_found`, `conflict` */
export const resetPicture = (
  deps: ChangeDeps,
  actorId: string,
  seen: SeenPicture,
): Promise<SitePicture> => write(deps, { actorId, ...seen, how: 'file' }, async () => null)

/** Goes one step back; the next one undoes that. @throws {AppError} `not_found`, `conflict` when nothing was changed yet */
export const undoPicture = (
  deps: ChangeDeps,
  actorId: string,
  seen: SeenPicture,
): Promise<SitePicture> =>
  write(deps, { actorId, ...seen, how: 'undo' }, async (_tx, { previous, canUndo }) => {
    if (!canUndo) throw userError('conflict', t('common.nothingChanged'))
    return previous
  })
