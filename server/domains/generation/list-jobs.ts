import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { inferenceJobs, type Job } from '#contract/inference-jobs.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import { cutPage, pageLink, readCursor } from '#server/platform/keyset.ts'
import type { JobPresenter } from './present-job.ts'

const DEFAULT_LIMIT = 20

interface JobPage {
  count: number
  next: string | null
  previous: string | null
  results: Job[]
}

type Where = (
  builder: ExpressionBuilder<Database & { job: Database['inference_jobs'] }, 'job'>,
) => Expression<SqlBool>

const RUNNING: Where = (where) => where('job.status', 'in', ['P', 'R'])

/** Ended, and at least one of its pictures is still there. */
const WITH_PICTURES: Where = (where) =>
  where.and([
    where('job.status', 'not in', ['P', 'R']),
    where.exists(
      where
        .selectFrom('prediction_images as image')
        .select('image.id')
        .whereRef('image.job_id', '=', 'job.id')
        .where('image.status', '=', 'S')
        .where('image.deleted_at', 'is', null),
    ),
  ])

/** Every one, also what ended without a picture. */
const ALL: Where = (where) => where.val(true)

const LISTS = {
  all: { where: ALL, path: inferenceJobs.success.path },
  running: { where: RUNNING, path: inferenceJobs.running.path },
  success: { where: WITH_PICTURES, path: inferenceJobs.success.path },
}

/**
 * One page of own jobs, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listJobs(
  { db, presenter }: { db: Db; presenter: JobPresenter },
  userId: string,
  list: keyof typeof LISTS,
  query: { cursor?: string | undefined; limit?: number | undefined },
): Promise<JobPage> {
  const { where, path } = LISTS[list]
  const place = readCursor(query.cursor)
  const limit = query.limit ?? DEFAULT_LIMIT
  const own = db.kysely
    .selectFrom('inference_jobs as job')
    .where('job.user_id', '=', userId)
    .where(where)
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  let rows = own.selectAll('job').limit(limit + 1)
  if (place) rows = rows.where('job.id', place.side === 'after' ? '<' : '>', place.id)
  const found = await rows.orderBy('job.id', place?.side === 'before' ? 'asc' : 'desc').execute()
  const page = cutPage(found, limit, place)
  return {
    count,
    next: pageLink(path, query, page.next),
    previous: pageLink(path, query, page.previous),
    results: await presenter.presentAll(db, page.items),
  }
}
