import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { announceChange } from '#server/domains/installation/index.ts'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { keepFile, sweepFiles } from './keep-file.ts'
import { lockPictures } from './lock-pictures.ts'
import { listPlaces } from './places.ts'
import type { Replacement } from './schema.ts'

/** A process that draws says so every few seconds; one that is silent for so long has ended. */
const SILENT_SECONDS = 60
/** Times that drawing an image is begun. */
export const MOST_ATTEMPTS = 5
/** Before the second attempt; twice as long before each one after that, so that an engine may be away for some minutes. */
const FIRST_REST_SECONDS = 30

/** The right of one process to draw an image. */
export interface Claim {
  place: string
  claim: string
}

/** The end of a drawing without an image: for good, by what may pass, or with its process. */
export type Ending = 'failed' | 'passing' | 'stopped'

/**
 * Takes the one that waits longest.
 * @param group left out: of every group
 * @returns null: none waits, or one is being drawn
 */
export async function claimRedraw(db: Db, group?: SitePictureGroup): Promise<Claim | null> {
  // Every process asks every few seconds: mostly there is nothing that a lock would be needed for.
  const any = await db.kysely
    .selectFrom('site_pictures')
    .select('place')
    .where('redraw', 'in', ['wanted', 'drawing'])
    .limit(1)
    .executeTakeFirst()
  if (!any) return null
  const places = (await listPlaces(group)).map(({ place }) => place)
  return transact(db, async (tx) => {
    await lockPictures(tx)
    // The process ended without a word. An image that ends every process is given up like any other.
    await sql`
      update site_pictures set claim = null,
        redraw = case when attempts >= ${MOST_ATTEMPTS} then 'failed' else 'wanted' end
      where redraw = 'drawing' and seen_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})`.execute(
      tx,
    )
    const { rows } = await sql<Claim>`
      update site_pictures
      set redraw = 'drawing', seen_at = clock_timestamp(), claim = ${randomUUID()}, attempts = attempts + 1
      where place = (
        select place from site_pictures where redraw = 'wanted' and wanted_at <= clock_timestamp()
          and (${group === undefined} or place = any(${places}))
        order by wanted_at limit 1
      ) and not exists (select from site_pictures where redraw = 'drawing')
      returning place, claim`.execute(tx)
    return rows[0] ?? null
  })
}

/** Says that an image is still being drawn. @returns whether it is still wanted of this process */
export async function noteDrawing(
  { kysely }: Pick<Db, 'kysely'>,
  { place, claim }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('site_pictures')
    .set({ seen_at: sql<Date>`clock_timestamp()` })
    .where('place', '=', place)
    .where('redraw', '=', 'drawing')
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a drawing without an image: what was shown stays. Somebody else's is left alone. */
export async function endRedraw(
  { kysely }: Pick<Db, 'kysely'>,
  { place, claim }: Claim,
  ending: Ending,
): Promise<void> {
  const next = {
    failed: { redraw: 'failed' as const },
    passing: {
      redraw: sql<
        'wanted' | 'failed'
      >`case when attempts >= ${MOST_ATTEMPTS} then 'failed' else 'wanted' end`,
      wanted_at: sql<Date>`clock_timestamp() + make_interval(secs => ${FIRST_REST_SECONDS} * 2 ^ (attempts - 1))`,
    },
    // It was not its fault.
    stopped: { redraw: 'wanted' as const, attempts: sql<number>`greatest(attempts - 1, 0)` },
  }[ending]
  await kysely
    .updateTable('site_pictures')
    .set({ ...next, claim: null })
    .where('place', '=', place)
    .where('redraw', '=', 'drawing')
    .where('claim', '=', claim)
    .execute()
}

/** Shows what was drawn, unless an administrator chose another image or another process took it over meanwhile. */
export async function saveRedraw(
  db: Db,
  { place, claim }: Claim,
  { image, ...drawn }: { image: Buffer } & Pick<Replacement, 'model' | 'alt'>,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockPictures(tx)
    const row = await tx
      .selectFrom('site_pictures')
      .select('shown')
      .where('place', '=', place)
      .where('redraw', '=', 'drawing')
      .where('claim', '=', claim)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const shown: Replacement = { hash: await keepFile(tx, image), ...drawn }
    await tx
      .updateTable('site_pictures')
      .set({
        shown: JSON.stringify(shown),
        previous: row.shown && JSON.stringify(row.shown),
        changed_at: sql<Date>`now()`,
        redraw: null,
        claim: null,
      })
      .where('place', '=', place)
      .execute()
    await sweepFiles(tx)
    await announceChange(tx)
  })
}
