import { createLogger } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/open-database.ts'

/** Runs one statement on the database of a DATA_DIR, without the app that uses it. */
export async function runSql(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const log = createLogger({ level: 'error' })
  const { db, close } = await openDatabase({ url: null, dataDir, connections: 1, log })
  try {
    return (await db.pool.query(text, values)).rowCount ?? 0
  } finally {
    await close()
  }
}
