import { sql, type Selectable } from 'kysely'
import type { ShownPictures } from '#brands/index.ts'
import type { SitePicture, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import type { Database, Reader } from '#server/platform/db/index.ts'
import type { SitePicturesDeps } from './deps.ts'
import { addressOf } from './keep-file.ts'
import { listPlaces, type Place } from './places.ts'

type Row = Selectable<Database['site_pictures']>

function present(place: Place, row: Row | undefined): SitePicture {
  const shown = row?.shown ?? null
  return {
    place: place.place,
    group: place.group,
    brand: place.brand,
    part: place.part,
    shows: place.shows,
    url: shown ? addressOf(shown.hash) : place.file,
    width: place.width,
    height: place.height,
    source: shown === null ? 'file' : shown.model === undefined ? 'library' : 'redrawn',
    model: shown?.model ?? null,
    alt: shown?.alt ?? null,
    can_redraw: place.drawn !== null,
    can_undo: row?.changed_at != null,
    redraw: row?.redraw ?? null,
  }
}

/** How many images wait or are being drawn. */
export async function countLeft(reader: Reader): Promise<number> {
  const { left } = await reader
    .selectFrom('site_pictures')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('redraw', 'in', ['wanted', 'drawing'])
    .executeTakeFirstOrThrow()
  return left
}

/** Every image of the site that can be replaced, as it is shown now. */
export async function listPictures(
  { db, bestModel }: Pick<SitePicturesDeps, 'db' | 'bestModel'>,
  group?: SitePictureGroup,
): Promise<{ results: SitePicture[]; model: string | null; left: number }> {
  const [places, rows, found, left] = await Promise.all([
    listPlaces(group),
    db.kysely.selectFrom('site_pictures').selectAll().execute(),
    bestModel(),
    countLeft(db.kysely),
  ])
  const rowOf = new Map(rows.map((row) => [row.place, row]))
  return {
    results: places.map((place) => present(place, rowOf.get(place.place))),
    model: found?.model.name ?? null,
    left,
  }
}

/** Reads what is shown at a place now. */
export async function readPicture(reader: Reader, place: Place): Promise<SitePicture> {
  const row = await reader
    .selectFrom('site_pictures')
    .selectAll()
    .where('place', '=', place.place)
    .executeTakeFirst()
  return present(place, row)
}

/** The images that pages show in the place of files, by place. */
export async function readShownPictures(reader: Reader): Promise<ShownPictures> {
  const rows = await reader
    .selectFrom('site_pictures')
    .select(['place', 'shown'])
    .where('shown', 'is not', null)
    .orderBy('place')
    .execute()
  return Object.fromEntries(
    rows.map(({ place, shown }) => [
      place,
      { src: addressOf(shown!.hash), ...(shown!.alt && { alt: shown!.alt }) },
    ]),
  )
}
