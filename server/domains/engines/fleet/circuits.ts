import { sql } from 'kysely'
import type { EngineError } from '#server/engines/spec/index.ts'
import { closeLanes } from '#server/domains/jobs/index.ts'
import type { OpenCircuit } from '#server/platform/circuit-breaker.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { endIncident, openIncident } from './incidents.ts'
import { tellAll } from './states.ts'

/** Writes down that a circuit opened, for all processes and for the page of incidents. */
export async function saveOpened(db: Db, engine: string, circuit: OpenCircuit): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .updateTable('engine_states')
      .set({ circuit_until: new Date(circuit.until), circuit_rest_ms: circuit.restMs })
      .where('engine', '=', engine)
      .execute()
    await closeLanes(tx, engine)
    await openIncident(tx, engine, 'failing')
    await tellAll(tx)
  })
}

export async function saveClosed(db: Db, engine: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .updateTable('engine_states')
      .set({ circuit_until: null, circuit_rest_ms: null })
      .where('engine', '=', engine)
      .execute()
    await endIncident(tx, engine)
    await tellAll(tx)
  })
}

/** @param message for administrators; without credentials */
export async function saveFailure(
  db: Db,
  engine: string,
  { code, message, trouble }: Pick<EngineError, 'code' | 'message' | 'trouble'>,
): Promise<void> {
  await transact(db, async (tx) => {
    await tx.insertInto('engine_failures').values({ engine, code }).execute()
    await tx
      .updateTable('engine_states')
      .set({
        last_error: message.slice(0, 500),
        last_trouble: trouble,
        last_error_at: sql`now()`,
      })
      .where('engine', '=', engine)
      .execute()
  })
}

/** How often each engine failed in the last hour. */
export async function countFailures(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ engine: string; failures: number }>`
    select engine, count(*)::int as failures from engine_failures
    where failed_at > now() - interval '1 hour' group by engine`.execute(db.kysely)
  return new Map(rows.map(({ engine, failures }) => [engine, failures]))
}
