import { sql } from 'kysely'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { announceChange } from '#server/domains/installation/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { SitePicturesDeps } from './deps.ts'
import { countLeft } from './list-pictures.ts'
import { listPlaces } from './places.ts'
import type { Replacement } from './schema.ts'
import { keepFile, sweepFiles } from './keep-file.ts'

/** A process that draws says so every few seconds; one that is silent for so long has ended. */
const SILENT_SECONDS = 60

/**
 * Has images drawn again, those that wait already once.
 * @param actorId null: on the command line
 * @returns how many wait or are being drawn
 * @throws {AppError} `conflict` while no model is ready
 */
export async function wantRedraws(
  deps: Pick<SitePicturesDeps, 'db' | 'bestModel' | 'audit'>,
  actorId: string | null,
  asked: { group?: SitePictureGroup | undefined; places?: readonly string[] | undefined },
): Promise<number> {
  if (!(await deps.bestModel())) throw userError('conflict', 'No model is ready to draw.')
  const places = (await listPlaces()).filter(
    ({ drawn, group, place }) =>
      drawn !== null &&
      (asked.group === undefined || group === asked.group) &&
      (asked.places === undefined || asked.places.includes(place)),
  )
  return transact(deps.db, async (tx) => {
    for (const { place } of places) {
      await tx
        .insertInto('site_pictures')
        .values({ place, redraw: 'wanted', wanted_at: sql<Date>`clock_timestamp()` })
        .onConflict((conflict) =>
          conflict
            .column('place')
            .doUpdateSet({ redraw: 'wanted', wanted_at: sql<Date>`clock_timestamp()` })
            .where((one) =>
              one.or([
                one('site_pictures.redraw', 'is', null),
                one('site_pictures.redraw', '=', 'failed'),
              ]),
            ),
        )
        .execute()
    }
    if (actorId !== null && places.length > 0)
      await deps.audit(tx, {
        actorId,
        action: 'site_pictures_redrawn',
        subject: asked.group ?? 'all',
        data: { count: String(places.length) },
      })
    return countLeft(tx)
  })
}

/** Draws no more of what waits; what is being drawn is finished. @returns how many are left */
export async function stopRedraws({ db }: Pick<SitePicturesDeps, 'db'>): Promise<number> {
  await db.kysely
    .updateTable('site_pictures')
    .set({ redraw: null })
    .where('redraw', '=', 'wanted')
    .execute()
  return countLeft(db.kysely)
}

/** Takes the one that waits longest; null: none does, or one is being drawn. */
export async function claimRedraw({ kysely }: Pick<Db, 'kysely'>): Promise<string | null> {
  const silent = sql`now() - make_interval(secs => ${SILENT_SECONDS})`
  const { rows } = await sql<{ place: string }>`
    update site_pictures set redraw = 'drawing', seen_at = now()
    where place = (
      select place from site_pictures
      where redraw = 'wanted' or (redraw = 'drawing' and seen_at < ${silent})
      order by wanted_at limit 1 for update skip locked
    ) and not exists (select from site_pictures where redraw = 'drawing' and seen_at >= ${silent})
    returning place`.execute(kysely)
  return rows[0]?.place ?? null
}

/** Says that a place is still being drawn. */
export async function noteDrawing({ kysely }: Pick<Db, 'kysely'>, place: string): Promise<void> {
  await kysely
    .updateTable('site_pictures')
    .set({ seen_at: sql<Date>`now()` })
    .where('place', '=', place)
    .where('redraw', '=', 'drawing')
    .execute()
}

/** Ends a drawing without an image: what was shown stays. */
export async function endRedraw(
  { kysely }: Pick<Db, 'kysely'>,
  place: string,
  state: 'wanted' | 'failed',
): Promise<void> {
  await kysely
    .updateTable('site_pictures')
    .set({ redraw: state })
    .where('place', '=', place)
    .where('redraw', '=', 'drawing')
    .execute()
}

/** Shows what was drawn, unless an administrator chose another image meanwhile. */
export async function saveRedraw(
  db: Db,
  place: string,
  { image, model }: { image: Buffer; model: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await tx
      .selectFrom('site_pictures')
      .select('shown')
      .where('place', '=', place)
      .where('redraw', '=', 'drawing')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const shown: Replacement = { hash: await keepFile(tx, image), model }
    await tx
      .updateTable('site_pictures')
      .set({
        shown: JSON.stringify(shown),
        previous: row.shown && JSON.stringify(row.shown),
        changed_at: sql<Date>`now()`,
        redraw: null,
      })
      .where('place', '=', place)
      .execute()
    await sweepFiles(tx)
    await announceChange(tx)
  })
}
