import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { noteReady, readStates } from '../fleet/states.ts'
import { endIncident, openIncident } from '../fleet/incidents.ts'

/**
 * For cron: an engine that is away twice in a row has an incident, which ends when it is back; an open circuit has told of
 * its own. What administrators paused is none. Also forgets what is older than the pages show.
 */
export function createEngineWatch({
  db,
  registry,
}: {
  db: Db
  registry: Pick<Fleet['registry'], 'health'>
}): () => Promise<void> {
  let awayBefore: ReadonlySet<string> = new Set()

  return async () => {
    const [statuses, states] = await Promise.all([registry.health(), readStates(db.kysely)])
    const away = new Set<string>()
    for (const { name, health } of statuses) {
      if (health.state !== 'down') await noteReady(db, name)
      // One that never answered has a wrong address, or is not there yet: that is no outage.
      const isKnown = (states.get(name)?.first_ready_at ?? null) !== null
      const isAway = isKnown && health.state === 'down' && health.closedBy === undefined
      if (isAway) away.add(name)
      if (isAway && awayBefore.has(name)) await openIncident(db.kysely, name, 'unreachable')
      const isBack = health.state !== 'down' || (health.closedBy ?? 'circuit') !== 'circuit'
      if (isBack) await endIncident(db.kysely, name)
    }
    awayBefore = away
    await db.kysely
      .deleteFrom('engine_failures')
      .where('failed_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
    await db.kysely
      .deleteFrom('engine_incidents')
      .where('ended_at', '<', sql<Date>`now() - interval '91 days'`)
      .execute()
  }
}
