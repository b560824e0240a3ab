import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import { forgetSilentWorkers } from '../queue/lane-workers.ts'

/** Removes keys whose time is over, and workers that are gone. */
export async function sweepLeftovers(db: Db): Promise<void> {
  await db.kysely
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
  await forgetSilentWorkers(db)
}
