import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

/** Every process listens here for changes of settings and brands. */
export const INSTALLATION_CHANNEL = 'installation'

/** Has every process read settings and brands again once the transaction commits. */
export async function announceChange(tx: Tx): Promise<void> {
  await sql`select pg_notify(${INSTALLATION_CHANNEL}, '')`.execute(tx)
}
