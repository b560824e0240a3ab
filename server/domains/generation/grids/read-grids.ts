import type { Selectable } from 'kysely'
import { type Grid, type GridCell, grids, type GridSummary } from '#contract/grids.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { everyItem, type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { type PictureDeps, presentImages } from '../library/present-image.ts'
import { imagesOf, type JobRow } from '../store.ts'

type GridRow = Selectable<Database['grids']>

const summaryOf = ({ id, created_at: at, request, x, y, z }: GridRow): GridSummary => ({
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

/**
 * An own grid with what became of each cell.
 * @throws {AppError} `not_found`
 */
export async function readGrid(
  deps: PictureDeps & { db: Db },
  userId: string,
  id: string,
): Promise<Grid> {
  const { kysely } = deps.db
  const row =
    isId(id) &&
    (await kysely
      .selectFrom('grids')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!row) throw notFound()
  const jobs = await kysely
    .selectFrom('inference_jobs')
    .selectAll()
    .where('batch_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const delivered = (await imagesOf(kysely, row.jobs)).filter(({ status }) => status === 'S')
  const there = delivered.flatMap((image) => {
    const job = byId.get(image.job_id)
    return job && image.deleted_at === null ? [{ job, image }] : []
  })
  const shown = new Map(
    (await presentImages(deps, deps.db, there)).map((image) => [image.job, image]),
  )
  const cells = row.jobs.map((job): GridCell => {
    const made = byId.get(job)
    return {
      job,
      status: made?.status ?? 'CD',
      image: shown.get(job) ?? null,
      error: made?.error ?? null,
    }
  })
  const sum = (amount: (job: JobRow) => number) =>
    jobs.reduce((total, job) => total + amount(job), 0)
  const paid = new Set(delivered.map(({ job_id: job }) => job))
  return {
    ...summaryOf(row),
    cells,
    cost: {
      quoted: sum(({ cost_quoted: quoted }) => quoted),
      captured: sum(({ id: job, unit_price: price }) => (paid.has(job) ? price : 0)),
    },
  }
}
