import { type Selectable, sql } from 'kysely'
import type { Database, Reader } from '#server/platform/db/index.ts'

export type Incident = Selectable<Database['engine_incidents']>

/** Begins an incident, unless one goes on. */
export async function openIncident(
  from: Reader,
  engine: string,
  cause: Incident['cause'],
): Promise<void> {
  await sql`
    insert into engine_incidents (engine, cause) values (${engine}, ${cause})
    on conflict (engine) where ended_at is null do nothing`.execute(from)
}

export async function endIncident(from: Reader, engine: string): Promise<void> {
  await from
    .updateTable('engine_incidents')
    .set({ ended_at: sql`now()` })
    .where('engine', '=', engine)
    .where('ended_at', 'is', null)
    .execute()
}

/** Those that touch the last 90 days, oldest first. */
export async function readIncidents(from: Reader): Promise<Incident[]> {
  return from
    .selectFrom('engine_incidents')
    .selectAll()
    .where(sql<boolean>`coalesce(ended_at, now()) > now() - interval '90 days'`)
    .orderBy('started_at')
    .execute()
}
