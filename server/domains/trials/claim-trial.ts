import { sql } from 'kysely'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { WaitingTrial } from '#contract/trials.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Caller, Reply } from '#server/platform/route.ts'
import type { TrialRow, TrialsDeps } from './deps.ts'
import { gone } from './read-trial.ts'
import { startClaimed } from './start-claimed.ts'
import { hashToken } from './try-background-removal.ts'

/** For as long a claimed photo waits for its owner's address to be confirmed. */
const CLAIMED_HOURS = 24

/**
 * Takes a trial over: at first it is anybody's who has the token, then that account's alone. Repeated, it answers the same job.
 * @throws {AppError} `not_found` for another account's, `gone` when its time is over, and as the start of a job
 */
export async function claimTrial(
  deps: TrialsDeps,
  { token, caller, signal }: { token: string; caller: Caller; signal: AbortSignal },
): Promise<Reply<UnsaidJob | WaitingTrial>> {
  const row = await takeOver(deps, token, caller.userId)
  if (row.job_id !== null) {
    const job = (await deps.commissions.present(caller.userId, [row.job_id])).get(row.job_id)
    if (!job) throw gone()
    return new Reply(201, job)
  }
  if (!caller.emailVerified) {
    return new Reply(202, { status: 'waiting', expires_at: row.expires_at.toISOString() })
  }
  return new Reply(201, await startClaimed(deps, row, caller.userId, signal))
}

/** The row, as it is claimed by this account: one compare-and-set decides between two. */
async function takeOver({ db }: TrialsDeps, token: string, userId: string): Promise<TrialRow> {
  const tokenHash = hashToken(token)
  await db.kysely
    .updateTable('tool_trials')
    .set({
      claimed_by: userId,
      claimed_at: sql`money_now()`,
      expires_at: sql`money_now() + make_interval(hours => ${CLAIMED_HOURS})`,
    })
    .where('token_hash', '=', tokenHash)
    .where('claimed_by', 'is', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
    .execute()
  const row = await db.kysely
    .selectFrom('tool_trials')
    .selectAll()
    .select(sql<boolean>`expires_at > money_now()`.as('isOpen'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row || (row.claimed_by !== null && row.claimed_by !== userId)) throw notFound()
  if (!row.isOpen || row.claimed_by === null) throw gone()
  return row
}
