import { sql } from 'kysely'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'

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

/** Lanes that some process works on now. */
export async function servedLanes(reader: Reader): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('lane_workers')
    .select('lane')
    .distinct()
    .where('heartbeat_at', '>', sql<Date>`now() - make_interval(secs => ${LANE_ALIVE_SECONDS})`)
    .execute()
  return new Set(rows.map((row) => row.lane))
}
