import { sql } from 'kysely'
import { laneName, POOLS } from '#server/engines/spec/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'

/** A process that has been silent for longer does not count as working. */
export const LANE_ALIVE_SECONDS = 15

/** How many jobs of a lane may be worked on at once. */
export interface LaneRoom {
  /** Jobs that one process works on at once. */
  slots: number
  /** Jobs that all processes work on at once. 0: none now. null: as many as they have slots. */
  most: number | null
}

/** Says that this process works on a lane; repeated every few seconds. */
export async function announceLane(
  tx: Tx,
  processId: string,
  lane: string,
  room: LaneRoom,
): Promise<void> {
  await tx
    .insertInto('lane_workers')
    .values({ process_id: processId, lane, ...room })
    .onConflict((conflict) =>
      conflict.columns(['process_id', 'lane']).doUpdateSet({ ...room, heartbeat_at: sql`now()` }),
    )
    .execute()
}

/** No more jobs of an engine are begun, until its workers announce its lanes again. */
export async function closeLanes(tx: Tx, engine: string): Promise<void> {
  const lanes = POOLS.map((pool) => laneName(engine, pool))
  await tx.updateTable('lane_workers').set({ most: 0 }).where('lane', 'in', lanes).execute()
}

/** Takes this process off a lane. */
export async function leaveLane(db: Db, processId: string, lane: string): Promise<void> {
  await db.kysely
    .deleteFrom('lane_workers')
    .where('process_id', '=', processId)
    .where('lane', '=', lane)
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
