import type { ExportedTrial } from '#contract/trials.ts'
import type { TrialsDeps } from './deps.ts'
import { removeTrialFiles } from './trial-files.ts'

/** The trials that somebody claimed, for their export. */
export async function* trialsOf(
  { db, media }: Pick<TrialsDeps, 'db' | 'media'>,
  userId: string,
): AsyncGenerator<ExportedTrial, void> {
  const rows = await db.kysely
    .selectFrom('tool_trials')
    .selectAll()
    .where('claimed_by', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  for (const row of rows) {
    yield {
      id: row.id,
      created_at: row.created_at.toISOString(),
      claimed_at: (row.claimed_at ?? row.created_at).toISOString(),
      expires_at: row.expires_at.toISOString(),
      url: row.removed_at === null ? media.pictureUrl({ storageKey: row.photo_key }) : null,
      job: row.job_id,
    }
  }
}

/** For the deletion of an account: files first, then rows. Safe to repeat. */
export async function forgetTrials(
  deps: Pick<TrialsDeps, 'db' | 'media'>,
  userId: string,
): Promise<void> {
  const rows = await deps.db.kysely
    .selectFrom('tool_trials')
    .selectAll()
    .where('claimed_by', '=', userId)
    .execute()
  for (const row of rows) {
    await removeTrialFiles(deps, row)
    await deps.db.kysely.deleteFrom('tool_trials').where('id', '=', row.id).execute()
  }
}
