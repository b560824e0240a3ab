import { type AdminJob, adminJobs } from '#contract/admin-jobs.ts'
import { people } from '#server/domains/accounts/index.ts'
import { capturedOfJob, jobs } from '#server/domains/jobs/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId, isStorableText, likePattern } from '#server/platform/storable-text.ts'
import type { AdminContext } from '../context.ts'

export interface JobQuery extends KeysetQuery {
  search?: string | undefined
  engine?: string | undefined
}

/** Jobs of everybody, each with the email of its owner and the credits that were spent on it. */
export const jobsWithOwners = ({ db }: AdminContext) =>
  db.kysely
    .selectFrom(jobs.as('job'))
    .innerJoin(people.as('owner'), 'owner.id', 'job.user_id')
    .selectAll('job')
    .select(['owner.email', capturedOfJob.as('credits')])

type JobRow = Awaited<ReturnType<ReturnType<typeof jobsWithOwners>['executeTakeFirstOrThrow']>>

/** A job as administrators see it. */
export const presentJob = (row: JobRow): AdminJob => ({
  id: row.id,
  user: row.user_id,
  email: row.email,
  type: row.type,
  status: row.status,
  model: (row.parameters['model'] as string | undefined) ?? null,
  engine: row.engine,
  first_engine: row.first_engine,
  attempt: row.attempt,
  outputs: row.num_images,
  credits: row.credits,
  engine_seconds: row.engine_ms === null ? null : row.engine_ms / 1000,
  cost: row.engine_cost,
  error: row.error?.code ?? null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listJobs(
  context: AdminContext,
  query: JobQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminJob[] }> {
  const none = { next: null, previous: null, results: [] }
  const [search, engine] = [query.search?.trim(), query.engine?.trim()]
  if (![search, engine].every((text) => text === undefined || isStorableText(text))) return none
  let rows = jobsWithOwners(context)
  if (search && isId(search)) {
    rows = rows.where((where) =>
      where.or([where('job.id', '=', search), where('job.user_id', '=', search)]),
    )
  } else if (search) rows = rows.where('owner.email', 'ilike', likePattern(search))
  if (engine) rows = rows.where('job.engine', '=', engine)
  const { path } = adminJobs.list
  const { items, ...links } = await readPage(rows, { id: 'job.id', path, query, usually: 50 })
  return { ...links, results: items.map(presentJob) }
}
