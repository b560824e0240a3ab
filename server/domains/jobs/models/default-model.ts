import type { EngineRegistry, FoundImageModel } from '#server/engines/spec/index.ts'

/** Names of the engines that take work now. */
export async function readyEngines(engines: EngineRegistry): Promise<ReadonlySet<string>> {
  const statuses = await engines.health()
  return new Set(
    statuses
      .filter(({ health }) => health.state === 'ready' && health.closedBy === undefined)
      .map(({ name }) => name),
  )
}

export const drawsAnything = ({ draws }: Pick<FoundImageModel['model'], 'draws'>): boolean =>
  draws !== 'known_things'

/** The preferred model that draws anything and is ready, otherwise the preferred one that is ready; undefined: none is. */
export async function readyModel(engines: EngineRegistry): Promise<FoundImageModel | undefined> {
  const [all, names] = await Promise.all([engines.imageModels(), readyEngines(engines)])
  const ready = all.filter(({ engine }) => names.has(engine.name))
  return ready.find(({ model }) => drawsAnything(model)) ?? ready[0]
}

/** What is drawn with where no model is named. While none is ready it is the preferred one: its order waits. */
export async function defaultModel(engines: EngineRegistry): Promise<FoundImageModel | undefined> {
  return (await readyModel(engines)) ?? (await engines.imageModels())[0]
}
