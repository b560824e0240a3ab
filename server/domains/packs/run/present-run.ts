import { sql } from 'kysely'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { type PackKind, type UnsaidPackRun, photoPacks, videoPacks } from '#contract/packs.ts'
import { asVideoJob } from '#contract/video-inference-jobs.ts'
import { creditHolds } from '#server/domains/credits/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { PacksDeps } from '../deps.ts'
import { isLive, runCode, type RunShotRow, runState, shotCode, shotState } from './states.ts'
import { type RunRow, shotsOfRuns } from './store.ts'

interface RunMoney extends Record<'quoted' | 'held' | 'captured' | 'released', number> {
  run_id: string
  hold_until: Date | null
  /** Those that are open and not over. */
  open_holds: string[]
}

async function readMoney(reader: Reader, runs: readonly string[]): Promise<Map<string, RunMoney>> {
  const { rows } = await sql<RunMoney>`
    select r.run_id, sum(h.amount)::int as quoted, sum(h.captured)::int as captured,
      sum(h.released)::int as released, sum(h.amount - h.captured - h.released)::int as held,
      max(r.ends_at) filter (where r.closed_at is null) as hold_until,
      coalesce(array_agg(r.hold_id::text) filter (where r.closed_at is null and r.ends_at > money_now()), '{}')
        as open_holds
    from run_holds r join ${creditHolds} h on h.id = r.hold_id
    where r.run_id = any(${[...runs]}::uuid[]) group by r.run_id`.execute(reader)
  return new Map(rows.map((row) => [row.run_id, row]))
}

/** Runs of one person as the API shows them. */
export async function presentRuns(
  { db, commissions }: Pick<PacksDeps, 'db' | 'commissions'>,
  runs: readonly RunRow[],
): Promise<UnsaidPackRun[]> {
  const [first] = runs
  if (!first) return []
  const ids = runs.map(({ id }) => id)
  const shots = await shotsOfRuns(db.kysely, ids)
  const [jobs, money, versions] = await Promise.all([
    commissions.present(
      first.user_id,
      shots.flatMap(({ job_id: now, delivered_job_id: before }) =>
        [now, before].filter((id) => id !== null),
      ),
    ),
    readMoney(db.kysely, ids),
    db.kysely
      .selectFrom('pack_versions')
      .select(['id', 'title'])
      .where('id', 'in', [...new Set(runs.map(({ version_id: id }) => id))])
      .execute(),
  ])
  const titles = new Map(versions.map(({ id, title }) => [id, title]))
  const byRun = Map.groupBy(shots, ({ run_id: id }) => id)
  return runs.map((run) =>
    presentOne(run, {
      shots: byRun.get(run.id) ?? [],
      jobs,
      money: money.get(run.id),
      title: titles.get(run.version_id) ?? '',
    }),
  )
}

export async function presentRun(
  deps: Pick<PacksDeps, 'db' | 'commissions'>,
  run: RunRow,
): Promise<UnsaidPackRun> {
  const [presented] = await presentRuns(deps, [run])
  return presented!
}

function presentOne(
  run: RunRow,
  {
    shots,
    jobs,
    money,
    title,
  }: {
    shots: readonly RunShotRow[]
    jobs: ReadonlyMap<string, UnsaidJob>
    money: RunMoney | undefined
    title: string
  },
): UnsaidPackRun {
  const state = runState(shots)
  return {
    id: run.id,
    pack: run.pack_id,
    kind: run.kind,
    title,
    training: run.training_id,
    status: runCode(state),
    state,
    created_at: run.created_at.toISOString(),
    shots: shots.map((shot) => presentShot(shot, jobs, money?.open_holds ?? [])),
    counts: {
      shots: shots.length,
      delivered: shots.filter((shot) => shotState(shot) === 'delivered').length,
      open: shots.filter(isLive).length,
    },
    cost: {
      quoted: money?.quoted ?? 0,
      held: money?.held ?? 0,
      captured: money?.captured ?? 0,
      released: money?.released ?? 0,
    },
    hold_until: money?.hold_until?.toISOString() ?? null,
  }
}

function presentShot(
  shot: RunShotRow,
  jobs: ReadonlyMap<string, UnsaidJob>,
  openHolds: readonly string[],
): UnsaidPackRun['shots'][number] {
  const state = shotState(shot)
  const job = shot.job_id === null ? undefined : jobs.get(shot.job_id)
  const before = shot.delivered_job_id === null ? undefined : jobs.get(shot.delivered_job_id)
  const delivered = job && job.images.length > 0 ? job : before
  const image = delivered?.images[0] ?? null
  return {
    id: shot.id,
    prompt: shot.prompt,
    status: shotCode(state),
    state,
    image,
    video: delivered?.type === 'VID' ? asVideoJob(delivered).video : null,
    job: shot.status === 'waiting' ? null : shot.job_id,
    progress: state === 'running' ? (job?.progress.fraction ?? 0) : null,
    error: shot.error ?? (shot.status === 'begun' ? (job?.error ?? null) : null),
    retry_is_free: state !== 'delivered' && openHolds.includes(shot.hold_id),
  }
}

/** One page of own runs, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listRuns(
  deps: Pick<PacksDeps, 'db' | 'commissions'>,
  userId: string,
  { kind, query }: { kind: PackKind; query: KeysetQuery },
): Promise<{ next: string | null; previous: string | null; results: UnsaidPackRun[] }> {
  const rows = deps.db.kysely
    .selectFrom('pack_runs as run')
    .selectAll('run')
    .where('run.user_id', '=', userId)
    .where('run.kind', '=', kind)
  const { path } = (kind === 'photo' ? photoPacks : videoPacks).my
  const { items, ...links } = await readPage(rows, { id: 'run.id', path, query, usually: 10 })
  return { ...links, results: await presentRuns(deps, items) }
}
