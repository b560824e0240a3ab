import { sql } from 'kysely'
import type { EngineTrouble } from '#server/engines/spec/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import type { EngineMode } from '../schema.ts'

/** The state of an engine. */
export interface EngineState {
  engine: string
  mode: EngineMode
  concurrency: number | null
  /** Millionths of a US dollar. */
  daily_limit: number | null
  /** Today, UTC. */
  limit_reached: boolean
  circuit_until: Date | null
  circuit_rest_ms: number | null
  last_error: string | null
  last_error_at: Date | null
  /** The trouble that the last error tells of. */
  last_trouble: EngineTrouble | null
  /** Null: it never answered. */
  first_ready_at: Date | null
}

/** NOTIFY channel: an engine came or went, or stands otherwise than before. */
export const ENGINES_CHANNEL = 'engines_changed'

/** Has every process read again how the engines stand, when the transaction commits. */
export async function tellAll(from: Reader): Promise<void> {
  await sql`select pg_notify(${ENGINES_CHANNEL}, '')`.execute(from)
}

/** SQL for the day that spending is counted in. */
export const TODAY = sql`(now() at time zone 'utc')::date`

const columns = sql`engine, mode, concurrency, daily_limit,
  limit_reached_on is not distinct from ${TODAY} as limit_reached,
  circuit_until, circuit_rest_ms, last_error, last_error_at, last_trouble, first_ready_at`

/** The states of all engines that there ever were. */
export async function readStates(from: Reader): Promise<Map<string, EngineState>> {
  const { rows } = await sql<EngineState>`select ${columns} from engine_states`.execute(from)
  return new Map(rows.map((row) => [row.engine, row]))
}

/** The state of an engine, which stays as it is until the transaction ends; `share`: others may hold it, too. */
export async function lockState(
  tx: Tx,
  engine: string,
  lock: 'share' | 'update',
): Promise<EngineState | undefined> {
  const { rows } = await sql<EngineState>`
    select ${columns} from engine_states where engine = ${engine}
    ${lock === 'share' ? sql`for share` : sql`for update`}`.execute(tx)
  return rows[0]
}

/** Every engine has a row, so that it can be locked. */
export async function addStates(db: Db, engines: readonly string[]): Promise<void> {
  if (engines.length === 0) return
  await db.kysely
    .insertInto('engine_states')
    .values(engines.map((engine) => ({ engine })))
    .onConflict((conflict) => conflict.column('engine').doNothing())
    .execute()
}

/** Notes that an engine answered, the first time that it did. */
export async function noteReady({ kysely }: Db, engine: string): Promise<void> {
  await kysely
    .updateTable('engine_states')
    .set({ first_ready_at: sql<Date>`now()` })
    .where('engine', '=', engine)
    .where('first_ready_at', 'is', null)
    .execute()
}
