import { headshotRuns, type UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { HeadshotsDeps } from './deps.ts'
import { presentRun } from './present-run.ts'

const USUALLY = 10

/** Own sets, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listRuns(
  deps: Pick<HeadshotsDeps, 'db' | 'drawings'>,
  userId: string,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: UnsaidHeadshotRun[] }> {
  const rows = deps.db.kysely.selectFrom('headshot_runs').selectAll().where('user_id', '=', userId)
  const { path } = headshotRuns.list
  const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: USUALLY })
  const results: UnsaidHeadshotRun[] = []
  for (const run of items) results.push(await presentRun(deps, run))
  return { ...links, results }
}
