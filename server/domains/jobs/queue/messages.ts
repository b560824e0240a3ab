import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

/** Message on an engine's lane: run attempt number `attempt` of a job. */
export interface RunJobMessage {
  job: string
  attempt: number
}

/** Options of every lane. Messages live longer than any deadline, because the sweeper ends jobs, not the queue. */
export const LANE_OPTIONS = { expireInSeconds: 6 * 3600 }

/** NOTIFY channel; the payload is the id of a job that somebody else than its worker has ended or cancelled. */
export const STOP_CHANNEL = 'generation_stop'

/** Has the worker of a running job look at it at once, when the transaction commits. */
export async function callWorker(tx: Tx, jobId: string): Promise<void> {
  await sql`select pg_notify(${STOP_CHANNEL}, ${jobId})`.execute(tx)
}
