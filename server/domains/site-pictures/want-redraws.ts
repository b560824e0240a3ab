import { sql } from 'kysely'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { MOST_ATTEMPTS } from './claim-redraw.ts'
import type { SitePicturesDeps } from './deps.ts'
import { countLeft } from './list-pictures.ts'
import { lockPictures } from './lock-pictures.ts'
import { listPlaces, type Place } from './places.ts'

/**
 * Has images drawn again, those that wait already once.
 * @param actorId null: on the command line
 * @param asked.goesOn while some of them wait from before, those are all: what was drawn meanwhile is not drawn twice
 * @returns how many wait or are being drawn
 * @throws {AppError} `conflict` while no model is ready
 */
export async function wantRedraws(
  deps: Pick<SitePicturesDeps, 'db' | 'bestModel' | 'audit'>,
  actorId: string | null,
  asked: {
    group?: SitePictureGroup | undefined
    places?: readonly string[] | undefined
    goesOn?: boolean
  },
): Promise<number> {
  if (!(await deps.bestModel())) throw userError('conflict', t('site-pictures.noModel'))
  const places = (await listPlaces(asked.group)).filter(
    ({ drawn, place }) =>
      drawn !== null && (asked.places === undefined || asked.places.includes(place)),
  )
  return transact(deps.db, async (tx) => {
    await lockPictures(tx)
    if (asked.goesOn && (await waitsAny(tx, places))) return countLeft(tx)
    const wanted = {
      redraw: 'wanted',
      wanted_at: sql<Date>`clock_timestamp()`,
      attempts: 0,
    } as const
    for (const { place } of places) {
      await tx
        .insertInto('site_pictures')
        .values({ place, ...wanted })
        .onConflict((conflict) =>
          conflict
            .column('place')
            .doUpdateSet(wanted)
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

/** Whether one of these places waits, or is being drawn. */
async function waitsAny(tx: Tx, places: readonly Place[]): Promise<boolean> {
  const row = await tx
    .selectFrom('site_pictures')
    .select('place')
    .where('redraw', 'in', ['wanted', 'drawing'])
    .where(
      'place',
      'in',
      places.map(({ place }) => place),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Draws no more of what waits; what is being drawn is finished, but not tried again.
 * @param group left out: every group
 * @returns how many are left
 */
export async function stopRedraws(
  { db }: Pick<SitePicturesDeps, 'db'>,
  group?: SitePictureGroup,
): Promise<number> {
  const places = (await listPlaces(group)).map(({ place }) => place)
  return transact(db, async (tx) => {
    await lockPictures(tx)
    await tx
      .updateTable('site_pictures')
      .set({ redraw: null })
      .where('redraw', '=', 'wanted')
      .where('place', 'in', places)
      .execute()
    await tx
      .updateTable('site_pictures')
      .set({ attempts: MOST_ATTEMPTS })
      .where('redraw', '=', 'drawing')
      .where('place', 'in', places)
      .execute()
    return countLeft(tx)
  })
}
