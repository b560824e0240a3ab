import type { PacksDeps } from './deps.ts'
import { stopRun } from './run/change-run.ts'
import { openHolds } from './run/store.ts'

/**
 * For the deletion of an account: stops its runs, gives back what is held for them, and removes runs, drafts and
 * favorites. What of theirs is published stays, without its author. Safe to repeat.
 * @returns how many runs still wait for a job that cannot stop at once
 */
export async function forgetPacks(deps: PacksDeps, userId: string): Promise<number> {
  const { kysely } = deps.db
  const runs = await kysely
    .selectFrom('pack_runs')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  let open = 0
  for (const run of runs) {
    await stopRun(deps, run)
    if ((await openHolds(kysely, run.id)).length > 0) open += 1
    else await kysely.deleteFrom('pack_runs').where('id', '=', run.id).execute()
  }
  await kysely.deleteFrom('pack_favorites').where('user_id', '=', userId).execute()
  if (open > 0) return open
  await kysely
    .deleteFrom('packs')
    .where('user_id', '=', userId)
    .where('version_id', 'is', null)
    .execute()
  await kysely.updateTable('packs').set({ user_id: null }).where('user_id', '=', userId).execute()
  return 0
}
