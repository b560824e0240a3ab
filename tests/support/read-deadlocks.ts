import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** Transactions of this database that waited for each other in a circle so far: `transact` runs them again, and nobody sees it. */
export async function readDeadlocks({ kysely }: Pick<Db, 'kysely'>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(kysely)
  return rows[0]!.deadlocks
}
