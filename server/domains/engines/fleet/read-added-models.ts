import type { AddedModel } from '#server/engines/spec/index.ts'
import type { Reader } from '#server/platform/db/index.ts'

/** All that were added, by the engine that they belong to. */
export async function readAddedModels(from: Reader): Promise<Map<string, AddedModel[]>> {
  const rows = await from
    .selectFrom('service_models')
    .select(['engine', 'id', 'entry', 'state', 'paused_by'])
    .orderBy('engine')
    .orderBy('id')
    .execute()
  const models = Map.groupBy(rows, ({ engine }) => engine)
  return new Map(
    [...models].map(([engine, some]) => [
      engine,
      some.map(({ id, entry, state, paused_by: pausedBy }) => ({ id, entry, state, pausedBy })),
    ]),
  )
}
