import { sql } from 'kysely'
import type { Reader } from './transact.ts'

/** Reads the time by which credits, plans and payments are counted: the database's, which tests move. */
export async function readMoneyTime(reader: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select money_now() as now`.execute(reader)
  return rows[0]!.now
}
