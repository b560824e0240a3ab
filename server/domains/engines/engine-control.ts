import { sql } from 'kysely'
import type { EngineControl, EngineLimits } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { circuitOf } from './fleet/read-standings.ts'
import { type EngineState, lockState } from './fleet/states.ts'
import { type CostDeps, recordCost } from './spending/record-cost.ts'

/** What the domain jobs asks before it begins jobs on an engine, and tells after. */
export function createEngineControl(deps: CostDeps & { db: Db }): EngineControl {
  return {
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
