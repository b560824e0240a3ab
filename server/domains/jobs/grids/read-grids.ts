import type { Selectable } from 'kysely'
import { type UnsaidGrid, type UnsaidGridCell, grids, type GridSummary } from '#contract/grids.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { everyItem, type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { type PictureDeps, presentImages } from '../present/present-image.ts'
import { type ImageRow, imagesOf, type JobRow } from '../store.ts'

type GridRow = Selectable<Database['grids']>

/** What a grid is, without its cells. */
export const summaryOf = ({ id, created_at: at, request, x, y, z }: GridRow): GridSummary => ({
  id,
  created_at: at.toISOString(),
  request: request as GridSummary['request'],
  x,
  y,
  z,
})

/** One page of own grids, newest first. */
export async function listGrids({ db }: { db: Db }, userId: string, query: KeysetQuery) {
  const rows = db.kysely.selectFrom('grids').selectAll().where('user_id', '=', userId)
  const path = grids.list.path
  const { items, ...links } = await readPage(rows, { id: 'grids.id', path, query, usually: 20 })
  return { ...links, results: items.map(summaryOf) }
}

/** All of somebody's grids. */
export const gridsOf = (deps: { db: Db }, userId: string) =>
  everyItem((cursor) => listGrids(deps, userId, { limit: 100, cursor }))

export type GridDeps = PictureDeps & { db: Db }

/** A cell's job, and its image while that is there; null for a job that is gone with its account. */
interface FoundCell {
  id: string
  job: JobRow | null
  image: ImageRow | null
  /** Whether it was made, be it deleted since. */
  isPaid: boolean
}

/** @throws {AppError} `not_found` */
export async function requireGrid({ kysely }: Db, userId: string, id: string): Promise<GridRow> {
  const row =
    isId(id) &&
    (await kysely
      .selectFrom('grids')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!row) throw notFound()
  return row
}

/** The cells of a grid in their order. */
export async function readCells({ kysely }: Db, row: GridRow): Promise<FoundCell[]> {
  const [jobs, images] = await Promise.all([
    kysely
      .selectFrom('inference_jobs')
      .selectAll()
      .where('batch_id', '=', row.id)
      .where('user_id', '=', row.user_id)
      .execute(),
    imagesOf(kysely, row.jobs),
  ])
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const made = new Map(
    images.flatMap((image) => (image.status === 'S' ? [[image.job_id, image] as const] : [])),
  )
  return row.jobs.map((id): FoundCell => {
    const image = made.get(id)
    const isThere = image !== undefined && image.deleted_at === null
    const job = byId.get(id) ?? null
    return { id, job, image: isThere ? image : null, isPaid: image?.is_free === false }
  })
}

/**
 * An own grid with what became of each cell.
 * @throws {AppError} `not_found`
 */
export async function readGrid(deps: GridDeps, userId: string, id: string): Promise<UnsaidGrid> {
  const row = await requireGrid(deps.db, userId, id)
  const found = await readCells(deps.db, row)
  const there = found.flatMap(({ job, image }) => (job && image ? [{ job, image }] : []))
  const shown = new Map(
    (await presentImages(deps, deps.db, there)).map((image) => [image.job, image]),
  )
  const cells = found.map((cell): UnsaidGridCell => ({
    job: cell.id,
    status: cell.job?.status ?? 'CD',
    image: shown.get(cell.id) ?? null,
    error: cell.job?.error ?? null,
  }))
  const sum = (amount: (cell: FoundCell) => number) =>
    found.reduce((total, cell) => total + amount(cell), 0)
  return {
    ...summaryOf(row),
    cells,
    cost: {
      quoted: sum(({ job }) => job?.cost_quoted ?? 0),
      captured: sum(({ job, isPaid }) => (isPaid ? (job?.unit_price ?? 0) : 0)),
    },
  }
}
