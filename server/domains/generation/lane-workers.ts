import type { Db, Tx } from '#server/platform/db/index.ts'
import { sql } from 'kysely'

/** A process that has been silent for longer does not count as working. */
export const LANE_ALIVE_SECONDS = 15

/** Says that this process works on a lane; repeated every few seconds. */
export async function announceLane(
  tx: Tx,
  processId: string,
  lane: string,
  slots: number,
): Promise<void> {
  await tx
    .insertInto('lane_workers')
    .values({ process_id: processId, lane, slots })
    .onConflict((conflict) =>
      conflict.columns(['process_id', 'lane']).doUpdateSet({ slots, heartbeat_at: sql`now()` }),
    )
    .execute()
}

/** Takes this process off all lanes. */
export async function leaveLanes(db: Db, processId: string): Promise<void> {
  await db.kysely.deleteFrom('lane_workers').where('process_id', '=', processId).execute()
}

export async function forgetSilentWorkers(db: Db): Promise<void> {
  await db.kysely
    .deleteFrom('lane_workers')
    .where('heartbeat_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute()
}
