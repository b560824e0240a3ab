import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** The tables in which a word still stands. What it leaves out is emptied by itself, or is the provider's. */
export async function tablesWith({ kysely }: Db, word: string): Promise<string[]> {
  const elsewhere = /^(?:inbox_mails|user_events|rate_limits|test_payment_\w+)$/
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(kysely)
  const found: string[] = []
  for (const { name } of tables.filter((table) => !elsewhere.test(table.name))) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as t where t::text like ${`%${word}%`} limit 1`.execute(
      kysely,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
