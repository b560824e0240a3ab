import { type Expression, sql, type SqlBool } from 'kysely'
import { inferenceJobs, type UnsaidJob } from '#contract/inference-jobs.ts'
import { videoInferenceJobs } from '#contract/video-inference-jobs.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { VIDEO_TYPES } from '../registry.ts'
import { hasImages, type JobBuilder } from '../store.ts'
import type { JobPresenter } from './present-job.ts'

interface JobPage {
  count: number
  next: string | null
  previous: string | null
  results: UnsaidJob[]
}

type Where = (builder: JobBuilder) => Expression<SqlBool>

const RUNNING: Where = (where) => where('job.status', 'in', ['P', 'R'])

/** Ended, and at least one of its pictures is still there. */
const WITH_PICTURES: Where = (where) =>
  where.and([where('job.status', 'not in', ['P', 'R']), hasImages(where)])

/** All jobs, also those that ended without a picture. */
const ALL: Where = (where) => where.val(true)

const IS_VIDEO: Where = (where) => where('job.type', 'in', VIDEO_TYPES)

const LISTS = {
  all: { where: ALL, path: inferenceJobs.success.path },
  running: { where: RUNNING, path: inferenceJobs.running.path },
  success: { where: WITH_PICTURES, path: inferenceJobs.success.path },
  runningVideos: {
    where: (where) => where.and([RUNNING(where), IS_VIDEO(where)]),
    path: videoInferenceJobs.running.path,
  },
  madeVideos: {
    where: (where) => where.and([WITH_PICTURES(where), IS_VIDEO(where)]),
    path: videoInferenceJobs.success.path,
  },
} satisfies Record<string, { where: Where; path: string }>

/**
 * One page of own jobs, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listJobs(
  { db, presenter }: { db: Db; presenter: JobPresenter },
  userId: string,
  list: keyof typeof LISTS,
  query: KeysetQuery,
): Promise<JobPage> {
  const { where, path } = LISTS[list]
  const own = db.kysely
    .selectFrom('inference_jobs as job')
    .where('job.user_id', '=', userId)
    .where('job.removed_at', 'is', null)
    .where(where)
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = own.selectAll('job')
  const { items, ...links } = await readPage(rows, { id: 'job.id', path, query, usually: 20 })
  return { count, ...links, results: await presenter.presentAll(db, items) }
}
