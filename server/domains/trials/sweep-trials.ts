import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TrialsDeps } from './deps.ts'
import { startClaimed } from './start-claimed.ts'
import { removeTrialFiles } from './trial-files.ts'

const BATCH = 100
/** Rows outlive their files for so long, so that who comes late reads why the photo is not there. */
const KEPT_DAYS = 7
/** After an attempt that failed, as for want of credits. */
const AGAIN_SECONDS = 60
const JOB_MS = 60_000

/** Orders the jobs of people whose address is confirmed by now, and removes what is over or has become a job. */
export async function sweepTrials(deps: TrialsDeps): Promise<void> {
  await startConfirmed(deps)
  const rows = await deps.db.kysely
    .selectFrom('tool_trials')
    .selectAll()
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([eb('expires_at', '<=', sql<Date>`money_now()`), eb('job_id', 'is not', null)]),
    )
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    // One file that cannot be removed now must not keep the others.
    await removeTrialFiles(deps, row).catch((error: unknown) =>
      deps.log.warn({ err: error, trial: row.id }, 'the files of a trial could not be removed'),
    )
  }
  await deps.db.kysely
    .deleteFrom('tool_trials')
    .where('removed_at', 'is not', null)
    .where('expires_at', '<', sql<Date>`money_now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}

/** The page that claims it may be closed, or on another device than the mail. */
async function startConfirmed(deps: TrialsDeps): Promise<void> {
  const rows = await deps.db.kysely
    .selectFrom('tool_trials')
    .innerJoin(people.as('owner'), 'owner.id', 'tool_trials.claimed_by')
    .selectAll('tool_trials')
    .where('job_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
    .where('owner.email_verified_at', 'is not', null)
    .where('owner.banned_at', 'is', null)
    .where('owner.closing_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('attempted_at', 'is', null),
        eb('attempted_at', '<', sql<Date>`money_now() - make_interval(secs => ${AGAIN_SECONDS})`),
      ]),
    )
    .orderBy('tool_trials.id')
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    try {
      await startClaimed(deps, row, row.claimed_by!, AbortSignal.timeout(JOB_MS))
    } catch (error) {
      const isRefused = error instanceof AppError && error.status < 500
      deps.log[isRefused ? 'info' : 'warn']({ err: error, trial: row.id }, 'a trial waits on')
      await deps.db.kysely
        .updateTable('tool_trials')
        .set({ attempted_at: sql`money_now()` })
        .where('id', '=', row.id)
        .execute()
    }
  }
}
