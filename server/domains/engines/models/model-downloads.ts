import { sql } from 'kysely'
import type { ModelDownload, UnsaidModelDownload } from '#contract/admin-models.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { inEnglish, isText, type Said, t, type Text } from '#server/texts/index.ts'

/** A process whose word is older than this has ended. */
const SILENT_SECONDS = 30
const SHOWN = 20

interface Row {
  id: string
  source: string
  state: ModelDownload['state']
  done: string | number
  total: string | number | null
  speed: string | number | null
  problem: string | null
  problem_text: Text | null
  created_at: Date
}

const COLUMNS = [
  'id',
  'source',
  'state',
  'done',
  'total',
  'speed',
  'problem',
  'problem_text',
  'created_at',
] as const

/** An older version, which may run beside this one, writes the sentence alone: a text that says something else is an earlier one. */
const said = (problem: string, text: Text | null): Said =>
  text !== null && inEnglish(text) === problem ? text : problem

const present = ({
  done,
  total,
  speed,
  problem,
  problem_text: text,
  created_at: at,
  ...row
}: Row): UnsaidModelDownload => ({
  ...row,
  problem: problem === null ? null : said(problem, text),
  done: Number(done),
  total: total === null ? null : Number(total),
  speed: speed === null ? null : Number(speed),
  created_at: at.toISOString(),
})

/** The newest first. */
export async function listDownloads({
  kysely,
}: Pick<Db, 'kysely'>): Promise<UnsaidModelDownload[]> {
  const rows = await kysely
    .selectFrom('model_downloads')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(present)
}

/** Asks for a model; one that ended without it is asked for again. @throws {AppError} `conflict` while it is on its way */
export async function queueDownload(
  tx: Tx,
  id: string,
  source: string,
): Promise<UnsaidModelDownload> {
  const asked = {
    source,
    state: 'queued' as const,
    speed: null,
    problem: null,
    problem_text: null,
    runner: null,
    heartbeat_at: null,
    created_at: sql<Date>`now()`,
  }
  const row = await tx
    .insertInto('model_downloads')
    .values({ id, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(asked)
        .where('model_downloads.state', 'not in', ['queued', 'running']),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) throw userError('conflict', t('setup.onItsWay'))
  return present(row)
}

/** @throws {AppError} `not_found`; `conflict` when it has ended */
export async function cancelDownload(tx: Tx, id: string): Promise<UnsaidModelDownload> {
  const row = await tx
    .updateTable('model_downloads')
    .set({ state: 'canceled', speed: null, runner: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst()
  if (row) return present(row)
  const known = await tx.selectFrom('model_downloads').select('id').where('id', '=', id).execute()
  throw known.length === 0 ? notFound() : userError('conflict', t('console.notOnItsWay'))
}

/**
 * Forgets what became of a model.
 * @returns false when there was nothing to forget
 * @throws {AppError} `conflict` while it is on its way
 */
export async function forgetDownload(tx: Tx, id: string): Promise<boolean> {
  const running = await tx
    .selectFrom('model_downloads')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .execute()
  if (running.length > 0) throw userError('conflict', t('console.stopFirst'))
  const gone = await tx
    .deleteFrom('model_downloads')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Takes the oldest that nobody works on, unless one is being fetched; null: there is none. */
export async function claimDownload(
  { kysely }: Pick<Db, 'kysely'>,
  runner: string,
): Promise<{ id: string; source: string } | null> {
  const { rows } = await sql<{ id: string; source: string }>`
    update model_downloads set state = 'running', runner = ${runner}, heartbeat_at = now(), problem = null, problem_text = null
    where id = (
      select id from model_downloads
      where state = 'queued'
        or (state = 'running' and heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS}))
      order by state desc, created_at limit 1 for update skip locked
    ) and not exists (
      select from model_downloads
      where state = 'running' and heartbeat_at >= now() - make_interval(secs => ${SILENT_SECONDS})
    )
    returning id, source
  `.execute(kysely)
  return rows[0] ?? null
}

export interface Progress {
  done: number
  total: number | null
  speed: number | null
}

/** Says how far it is. @returns false when it is this runner's no more: canceled, or taken over */
export async function reportProgress(
  { kysely }: Pick<Db, 'kysely'>,
  id: string,
  runner: string,
  progress: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('model_downloads')
    .set({ ...progress, heartbeat_at: sql`now()` })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param end `queued` hands it back to whoever comes next */
export async function endDownload(
  { kysely }: Pick<Db, 'kysely'>,
  id: string,
  runner: string,
  { state, problem = null }: { state: 'ready' | 'failed' | 'queued'; problem?: Said | null },
): Promise<void> {
  await kysely
    .updateTable('model_downloads')
    .set({
      state,
      problem: problem === null ? null : inEnglish(problem),
      problem_text: isText(problem) ? JSON.stringify(problem) : null,
      speed: null,
      runner: null,
    })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .execute()
}
