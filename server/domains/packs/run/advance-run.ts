import { sql } from 'kysely'
import type { GenerationRequest } from '#contract/generation-request.ts'
import { isBanned } from '#server/domains/accounts/index.ts'
import { type Commissioned, jobs } from '#server/domains/jobs/index.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish, type Said, storeFailure, t } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { requestOf } from '../shot-request.ts'
import { settleRun } from './settle-run.ts'
import { hasOpenJob, type RunShotRow } from './states.ts'
import { findRun, lockRun, openHolds, type RunRow, shotsOfRuns } from './store.ts'

/**
 * Does what is next for a run: orders its next shot when none is on its way, ends what was stopped, and gives back what
 * nothing will be made for. Safe to repeat, and at once with itself.
 */
export async function advanceRun(deps: PacksDeps, runId: string): Promise<void> {
  const { db, commissions } = deps
  const run = await findRun(db.kysely, runId)
  if (!run) return
  for (;;) {
    const shots = await shotsOfRuns(db.kysely, [run.id])
    const open = shots.filter(hasOpenJob)
    if (run.stopped_at !== null)
      for (const { job_id: job } of open) await commissions.cancel(run.user_id, job ?? '')
    else if (open.length > 0) return
    const next = run.stopped_at === null ? shots.find(({ status }) => status === 'waiting') : null
    if (!next || (await isOver(db.kysely, next))) break
    const done = await beginShot(deps, run, next)
    if (done !== 'impossible') return
  }
  await settleRun(deps, run)
}

async function isOver(
  reader: Reader,
  { run_id: run, hold_id: hold }: RunShotRow,
): Promise<boolean> {
  const holds = await openHolds(reader, run)
  return !holds.some((one) => one.hold_id === hold && !one.is_over)
}

/** The request of a shot of a run. */
export async function requestOfShot(
  reader: Reader,
  { kind, training_id: training }: RunRow,
  { shot_id: id, prompt }: Pick<RunShotRow, 'shot_id' | 'prompt'>,
): Promise<GenerationRequest> {
  const shot = await reader
    .selectFrom('pack_shots')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return requestOf(kind, { ...shot, prompt }, training)
}

/** @returns `impossible`: it was ended, for it cannot be made; `later`: no engine is there now, or its owner is banned */
async function beginShot(
  deps: PacksDeps,
  run: RunRow,
  shot: RunShotRow,
): Promise<'begun' | 'impossible' | 'later'> {
  // The ban stops the run; until then nothing is read and judged for it again and again.
  if (await isBanned(deps.db.kysely, run.user_id)) return 'later'
  const prepared = await prepare(deps, run, shot)
  if (prepared === 'later') return 'later'
  if ('code' in prepared) {
    await failShot(deps, shot, prepared)
    return 'impossible'
  }
  await transact(deps.db, async (tx) => {
    await deps.commissions.awaitStatements(tx, prepared)
    // First of all, as everywhere: whoever has the run's lock may wait for nobody who has this one.
    await deps.orders.lock(tx, run.user_id)
    const now = await lockRun(tx, run.id)
    const shots = await shotsOfRuns(tx, [run.id])
    const same = shots.find(({ id }) => id === shot.id)
    const isDue = same?.status === 'waiting' && same.prompt === shot.prompt
    if (!isDue || now.stopped_at !== null || shots.some(hasOpenJob)) return
    if ((await isOver(tx, same)) || (await isBanned(tx, run.user_id))) return
    const job = await deps.commissions.start(tx, prepared, {
      holdId: same.hold_id,
      price: same.price,
      batchId: run.id,
    })
    await tx
      .updateTable('run_shots')
      .set({
        status: 'begun',
        job_id: job.id,
        delivered_job_id: same.job_status === 'S' ? same.job_id : same.delivered_job_id,
        error: null,
      })
      .where('id', '=', shot.id)
      .execute()
  })
  return 'begun'
}

async function prepare(
  deps: PacksDeps,
  run: RunRow,
  shot: RunShotRow,
): Promise<Commissioned | 'later' | { code: string; message: Said }> {
  try {
    const request = await requestOfShot(deps.db.kysely, run, shot)
    return await deps.commissions.prepare(run.user_id, request, shot.judged_hash)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'invalid') return 'later'
    return { code: 'not_possible', message: reasonOf(error) }
  }
}

function reasonOf({ fields, words }: AppError): Said {
  const all = Object.values(fields ?? {}).flat()
  // Several sentences are one text only as finished ones.
  if (all.length > 1) return all.map(inEnglish).join(' ')
  return words ?? t('common.imagesNotMade')
}

async function failShot(
  { db }: PacksDeps,
  shot: RunShotRow,
  error: { code: string; message: Said },
): Promise<void> {
  await db.kysely
    .updateTable('run_shots')
    .set({ status: 'failed', error: JSON.stringify(storeFailure(error)) })
    .where('id', '=', shot.id)
    .where('status', '=', 'waiting')
    .where('prompt', '=', shot.prompt)
    .execute()
}

const AT_ONCE = 200

/** Every run that something is to be done for and that nobody told of. */
export const sweepRuns = (deps: PacksDeps): Promise<void> =>
  deps.sweeper.sweep({
    kind: 'runs of packs',
    async find(setAside) {
      const { rows } = await sql<{ run_id: string }>`
      select distinct h.run_id
      from run_holds h join pack_runs r on r.id = h.run_id
      where h.closed_at is null and h.run_id <> all(${[...setAside]}::uuid[]) and (
        r.stopped_at is not null or h.ends_at <= money_now()
        or not exists (
          select from run_shots s left join ${jobs} j on j.id = s.job_id
          where s.run_id = r.id and s.status = 'begun' and j.status in ('P', 'R')
        ) and (
          exists (select from run_shots s where s.run_id = r.id and s.status = 'waiting')
          or not exists (
            select from run_shots s left join ${jobs} j on j.id = s.job_id
            where s.hold_id = h.hold_id and s.status <> 'failed' and j.status is distinct from 'S'
          )
        )
      )
        limit ${AT_ONCE}`.execute(deps.db.kysely)
      return rows.map(({ run_id: run }) => run)
    },
    idOf: (run) => run,
    act: (run) => advanceRun(deps, run),
  })
