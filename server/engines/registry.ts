import type {
  Engine,
  EngineRegistry,
  EngineStatus,
  FoundImageModel,
  FoundTool,
} from './spec/index.ts'

export const CACHED_MS = 5_000

/**
 * @param engines in the order of preference; names must differ
 * @param now milliseconds
 */
export function createEngineRegistry(
  engines: readonly Engine[],
  now: () => number = Date.now,
): EngineRegistry {
  const byName = new Map(engines.map((engine) => [engine.name, engine]))
  if (byName.size < engines.length) throw new Error('Two engines have the same name.')
  const images = cached(() => readImageModels(engines), now)
  const tools = cached(() => readTools(engines), now)
  const health = cached(() => Promise.all(engines.map(readHealth)), now)

  return {
    list: () => engines,
    get: (name) => byName.get(name),
    imageModels: images,
    findImageModel: (id) => findInTime(images, ({ model }) => model.id === id),
    findTool: (tool) => findInTime(tools, ({ model }) => model.tool === tool),
    health,
    async dispose() {
      await Promise.all(engines.map((engine) => engine.dispose()))
    },
  }
}

/** What was put there since is not refused for what is remembered. */
async function findInTime<T>(
  known: Cached<readonly T[]>,
  fits: (one: T) => boolean,
): Promise<T | undefined> {
  return (await known()).find(fits) ?? (await known.anew()).find(fits)
}

const readImageModels = (engines: readonly Engine[]): Promise<FoundImageModel[]> =>
  readAll(engines, async (engine) => {
    const { image } = engine
    if (!image) return []
    const models = await image.models()
    return models.map((model) => ({ engine, image, model }))
  })

const readTools = (engines: readonly Engine[]): Promise<FoundTool[]> =>
  readAll(engines, async (engine) => {
    const { tool } = engine
    if (!tool) return []
    const models = await tool.models()
    return models.map((model) => ({ engine, tool, model }))
  })

/** An engine that cannot say what it does offers nothing; its health says why. */
async function readAll<T>(
  engines: readonly Engine[],
  read: (engine: Engine) => Promise<T[]>,
): Promise<T[]> {
  const answers = await Promise.allSettled(engines.map(read))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

async function readHealth(engine: Engine): Promise<EngineStatus> {
  try {
    return { name: engine.name, health: await engine.health() }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name: engine.name, health: { state: 'down', detail, load: 0 } }
  }
}

interface Cached<T> {
  (): Promise<T>
  /** Reads again, whatever is remembered. */
  anew(): Promise<T>
}

function cached<T>(read: () => Promise<T>, now: () => number): Cached<T> {
  let entry: { value: Promise<T>; until: number } | null = null
  const anew = (): Promise<T> => {
    entry = { value: read(), until: now() + CACHED_MS }
    return entry.value
  }
  return Object.assign(() => (!entry || now() >= entry.until ? anew() : entry.value), { anew })
}
