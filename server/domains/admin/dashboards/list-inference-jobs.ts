import { sql } from 'kysely'
import type { AdminJob } from '#contract/admin-jobs.ts'
import { dashboards, type DashboardJobsQuery } from '#contract/dashboards.ts'
import { readPage } from '#server/platform/keyset.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import type { AdminContext } from '../context.ts'
import { jobsWithOwners, presentJob } from '../jobs/list-jobs.ts'

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listInferenceJobs(
  context: AdminContext,
  { from, to, ended_from, ended_to, ...query }: DashboardJobsQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminJob[] }> {
  const { status, kind, engine, user, error } = query
  const texts = [engine, error].every((text) => text === undefined || isStorableText(text))
  if (!texts || (user !== undefined && !isId(user))) {
    return { next: null, previous: null, results: [] }
  }
  let rows = jobsWithOwners(context)
  if (status !== undefined) rows = rows.where('job.status', '=', status)
  if (kind !== undefined) rows = rows.where('job.type', '=', kind)
  if (engine !== undefined) rows = rows.where('job.engine', '=', engine)
  if (user !== undefined) rows = rows.where('job.user_id', '=', user)
  if (error !== undefined) rows = rows.where(sql<string>`job.error ->> 'code'`, '=', error)
  if (from !== undefined) rows = rows.where('job.created_at', '>=', new Date(from))
  if (to !== undefined) rows = rows.where('job.created_at', '<', new Date(to))
  if (ended_from !== undefined) rows = rows.where('job.finished_at', '>=', new Date(ended_from))
  if (ended_to !== undefined) rows = rows.where('job.finished_at', '<', new Date(ended_to))
  const times = Object.entries({ from, to, ended_from, ended_to })
  const { path } = dashboards.inferenceJobs
  const { items, ...links } = await readPage(rows, {
    id: 'job.id',
    path,
    query: { ...query, ...Object.fromEntries(times.filter(([, time]) => time !== undefined)) },
    usually: 50,
  })
  return { ...links, results: items.map(presentJob) }
}
