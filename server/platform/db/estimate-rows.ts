import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * How many rows a table has, or those of it that a partial index holds, by the statistics of PostgreSQL's planner:
 * nearly exact, and no slower with a billion rows.
 */
export async function estimateRows(db: Db, relation: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = ${relation}::regclass`.execute(db.kysely)
  // PostgreSQL says -1 of a table that it has not looked at yet.
  return Math.max(0, Math.round(rows[0]?.rows ?? 0))
}
