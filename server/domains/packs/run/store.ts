import { type Selectable, sql } from 'kysely'
import type { PackKind } from '#contract/packs.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { RunShotRow } from './states.ts'

export type RunRow = Selectable<Database['pack_runs']>
export type HoldRow = Selectable<Database['run_holds']> & { is_over: boolean }

export async function findRun(reader: Reader, id: string): Promise<RunRow | undefined> {
  if (!isId(id)) return undefined
  return reader.selectFrom('pack_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws {AppError} `not_found` */
export async function readOwnRun(
  reader: Reader,
  userId: string,
  { id, kind }: { id: string; kind: PackKind },
): Promise<RunRow> {
  const run = await findRun(reader, id)
  if (run?.user_id !== userId || run.kind !== kind) throw notFound()
  return run
}

/** Whoever needs the account's lock too takes that one first. @throws {AppError} `not_found` */
export async function lockRun(tx: Tx, id: string): Promise<RunRow> {
  const run = await tx
    .selectFrom('pack_runs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!run) throw notFound()
  return run
}

export async function shotsOfRuns(reader: Reader, runs: readonly string[]): Promise<RunShotRow[]> {
  if (runs.length === 0) return []
  const { rows } = await sql<RunShotRow>`
    select s.*, j.status as job_status
    from run_shots s left join ${jobs} j on j.id = s.job_id
    where s.run_id = any(${[...runs]}::uuid[]) order by s.run_id, s.place`.execute(reader)
  return rows
}

/** What is held for a run and not given back; `is_over`: its time is. */
export async function openHolds(reader: Reader, runId: string): Promise<HoldRow[]> {
  return reader
    .selectFrom('run_holds')
    .selectAll()
    .select(sql<boolean>`ends_at <= money_now()`.as('is_over'))
    .where('run_id', '=', runId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Runs of somebody, but for this one, of which something is still to come. Exact while the account is locked. */
export async function countLiveRuns(
  reader: Reader,
  userId: string,
  except: string | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pack_runs r
    where r.user_id = ${userId} and r.id is distinct from ${except}
      and exists (
        select from run_shots s left join ${jobs} j on j.id = s.job_id
        where s.run_id = r.id
          and (s.status = 'waiting' or (s.status = 'begun' and j.status in ('P', 'R')))
      )`.execute(reader)
  return rows[0]!.count
}
