import { sql } from 'kysely'
import { type EngineRegistry, laneName } from '#server/engines/spec/index.ts'
import { companyOf } from '../models/given-to.ts'
import type { Kinds } from '../registry.ts'
import { type JobRow, parametersOf } from '../store.ts'

export interface StandInDeps {
  engines: EngineRegistry
  kinds: Kinds
}

/** The engine on which a job continues when its own cannot do it. */
export interface StandIn {
  engine: string
  lane: string
}

/** What changes in the row of a job that another engine takes over. */
export const takenOver = (to: StandIn) => ({
  ...to,
  first_engine: sql<string>`coalesce(first_engine, engine)`,
})

/**
 * Another engine that can do the very same work, at the same price; null where there is none now. What a job starts from goes to
 * no company but the one that its price named.
 */
export async function findStandIn(
  { engines, kinds }: StandInDeps,
  job: Pick<JobRow, 'type' | 'engine' | 'first_engine' | 'parameters' | 'model_hash'>,
): Promise<StandIn | null> {
  const kind = await kinds.get(job.type)
  const parameters = parametersOf(job)
  const names = (await kind.standIns?.(engines, parameters, job.model_hash)) ?? []
  const hasInputs = kind.inputs(parameters).length > 0
  const isTold = (company: string | undefined): boolean =>
    company === undefined ||
    [job.engine, job.first_engine].some(
      (name) => name !== null && companyOf(engines, name) === company,
    )
  const engine = names.find(
    (name) => name !== job.engine && (!hasInputs || isTold(companyOf(engines, name))),
  )
  return engine === undefined ? null : { engine, lane: laneName(engine, kind.pool(parameters)) }
}
