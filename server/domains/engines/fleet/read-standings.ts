import type { Db } from '#server/platform/db/index.ts'
import type { Fleet } from './create-fleet.ts'
import { type EngineState, readStates } from './states.ts'

/** What an engine is, and whether it is trusted with work. */
interface EngineStanding {
  /** `builtin`, or a kind that can be added. */
  kind: string
  circuit: 'closed' | 'open' | 'half_open'
}

/** The standing of every engine there is, by its name. */
export async function readStandings(
  db: Db,
  fleet: Pick<Fleet, 'members'>,
): Promise<ReadonlyMap<string, EngineStanding>> {
  const states = await readStates(db.kysely)
  const members = [...fleet.members()]
  return new Map(
    members.map(([name, { kind }]) => [name, { kind, circuit: circuitOf(states.get(name)) }]),
  )
}

export function circuitOf(state: EngineState | undefined): EngineStanding['circuit'] {
  const until = state?.circuit_until
  if (!until) return 'closed'
  return until.getTime() > Date.now() ? 'open' : 'half_open'
}
