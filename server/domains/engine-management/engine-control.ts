import { sql } from 'kysely'
import type { EngineControl, EngineLimits, EngineStanding } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Fleet } from './fleet/create-fleet.ts'
import { type EngineState, lockState, readStates } from './fleet/states.ts'
import { type CostDeps, recordCost } from './spending/record-cost.ts'

/** What the domain jobs asks before it begins jobs on an engine, and tells after. */
export function createEngineControl(
  deps: CostDeps & { db: Db; fleet: Pick<Fleet, 'members'> },
): EngineControl {
  return {
    async readStandings() {
      const states = await readStates(deps.db.kysely)
      const members = [...deps.fleet.members()]
      return new Map(
        members.map(([name, { kind }]) => [name, { kind, circuit: circuitOf(states.get(name)) }]),
      )
    },
    async lockLimits(tx, engine) {
      const state = await lockState(tx, engine, 'share')
      return state ? limitsOf(state) : { concurrency: null, most: null }
    },
    recordCost: (tx, cost) => recordCost(deps, tx, cost),
    async findRemoved(engines) {
      if (engines.length === 0) return new Set()
      const rows = await deps.db.kysely
        .selectFrom('engine_states')
        .select('engine')
        .where('engine', 'in', engines)
        .where('mode', '=', sql.lit('removed'))
        .execute()
      return new Set(rows.map(({ engine }) => engine))
    },
  }
}

function limitsOf(state: EngineState): EngineLimits {
  const { concurrency, mode, limit_reached: limitReached } = state
  if (mode === 'paused' || mode === 'removed' || limitReached) return { concurrency, most: 0 }
  const circuit = circuitOf(state)
  if (circuit === 'closed') return { concurrency, most: concurrency }
  // A circuit that is half open lets one job try.
  return { concurrency, most: circuit === 'open' ? 0 : 1 }
}

function circuitOf(state: EngineState | undefined): EngineStanding['circuit'] {
  const until = state?.circuit_until
  if (!until) return 'closed'
  return until.getTime() > Date.now() ? 'open' : 'half_open'
}
