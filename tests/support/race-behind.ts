import { expect } from 'vitest'
import type { Db } from '#server/platform/db/index.ts'

/** Every process that waits for a session, or for one that waits for it. */
const BEHIND = `with recursive behind (pid) as (
  select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) union
  select other.pid from pg_stat_activity other join behind on behind.pid = any (pg_blocking_pids(other.pid))
) select pid from behind`

/**
 * Runs both while a row is locked, `first` waiting for it when `second` begins; then both go on.
 * @param lock query that locks the row, with its values
 */
export async function raceBehind(
  { pool }: Pick<Db, 'pool'>,
  [lock, values]: [string, unknown[]],
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  const begun: Promise<unknown>[] = []
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = async () => (await pool.query(BEHIND, [rows[0]!.pid])).rows.length
    await client.query('begin')
    await client.query(lock, values)
    begun.push(first())
    await expect.poll(waiting).toBe(1)
    begun.push(second())
    await expect.poll(waiting).toBe(2)
    await client.query('commit')
    await Promise.all(begun)
  } finally {
    // Whatever failed, nobody else gets the connection with this transaction, and nothing goes on behind it.
    await client.query('rollback').catch(() => undefined)
    client.release()
    await Promise.allSettled(begun)
  }
}
