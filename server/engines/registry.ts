import type {
  ChangingRegistry,
  Engine,
  EngineHealth,
  EngineOrder,
  EngineStatus,
  FoundImageModel,
  FoundTool,
  FoundVideoModel,
  FoundWordsModel,
  OrderedWork,
} from './spec/index.ts'
import { downBecauseOf, workOfModel, workOfTool, workOfWords } from './spec/index.ts'

export const CACHED_MS = 5_000

/** What loading a model into memory is worth, in jobs. */
const LOADING_JOBS = 2

export interface RegistryOptions {
  /** Milliseconds. */
  now?: () => number
  /** Jobs by the name of the engine that they wait for or run on, by each place that it has; default: none known. */
  loads?: () => Promise<ReadonlyMap<string, number>>
}

/** @param given in the order of preference; names must differ */
export function createEngineRegistry(
  given: readonly Engine[],
  { now = Date.now, loads }: RegistryOptions = {},
): ChangingRegistry {
  let engines: readonly Engine[] = []
  let byName: ReadonlyMap<string, Engine> = new Map()
  const listeners: (() => void)[] = []
  let orders: ReadonlyMap<OrderedWork, EngineOrder> = new Map()
  const images = cached(
    async () => inOrder(await readImageModels(engines), orders.get('drawing')),
    now,
  )
  const tools = cached(() => readTools(engines), now)
  const videos = cached(() => readVideoModels(engines), now)
  const words = cached(() => readWords(engines), now)
  const health = cached(() => Promise.all(engines.map(readHealth)), now)

  function take(next: readonly Engine[]): void {
    const names = new Map(next.map((engine) => [engine.name, engine]))
    if (names.size < next.length) throw new Error('Two engines have the same name.')
    engines = next
    byName = names
  }

  function forget(): void {
    for (const known of [images, tools, videos, words, health]) known.forget()
    for (const listener of listeners) listener()
  }

  /** The one with the least to do before it. */
  async function soonest<T extends Offer>(found: readonly T[]): Promise<T | undefined> {
    const [first] = found
    if (!first || found.length === 1) return first
    const [statuses, jobs] = await Promise.all([health(), loads?.() ?? new Map<string, number>()])
    const healths = new Map(statuses.map((status) => [status.name, status.health]))
    const waitOf = ({ engine, model }: Offer) =>
      (jobs.get(engine.name) ?? 0) + loadingTime(healths.get(engine.name), model.id)
    return found.reduce((best, next) => (waitOf(next) < waitOf(best) ? next : best))
  }

  take(given)
  return {
    list: () => engines,
    get: (name) => byName.get(name),
    imageModels: async () => (await images()).filter(({ model }) => model.needsMask !== true),
    async findImageModel(id, canDraw = () => true) {
      const isIt = ({ model }: FoundImageModel) => model.id === id
      const found = await findInTime(images, isIt)
      const order = orders.get(workOfModel(id))
      const isAble = ({ model }: FoundImageModel) => canDraw(model)
      if (order?.mode === 'listed') {
        const ordered = inOrder(found, order)
        return ordered.find(isAble) ?? ordered[0]
      }
      // Never other weights in silence.
      const same = found.filter(({ model: { hash } }) => hash === found[0]!.model.hash)
      const able = same.filter(isAble)
      return soonest(able.length > 0 ? able : same)
    },
    async isResting(id) {
      const resting = await readAll(engines, async ({ image, tool }) => [
        ...((await image?.restingModels?.()) ?? []),
        ...((await tool?.restingModels?.()) ?? []),
      ])
      return resting.some((model) => model.id === id)
    },
    async findTool(tool, withOptions = false, canDo = () => true) {
      const fits = ({ model }: FoundTool) =>
        model.tool === tool && !(withOptions && model.plain === true)
      const fitting = await findInTime(tools, fits)
      const able = fitting.filter(canDo)
      const found = able.length > 0 ? able : fitting
      const order = orders.get(workOfTool(tool))
      return order?.mode === 'auto' ? soonest(found) : inOrder(found, order)[0]
    },
    async findWords(task) {
      const found = await findInTime(words, ({ model }) => model.task === task)
      const order = orders.get(workOfWords(task))
      return order?.mode === 'auto' ? soonest(found) : inOrder(found, order)[0]
    },
    videoModels: videos,
    health,
    whyPaused(model) {
      for (const { added } of engines) {
        const pausedBy = added?.paused().get(model)
        if (pausedBy) return pausedBy
      }
      return undefined
    },
    onChange: (listener) => void listeners.push(listener),
    setOrders(next) {
      orders = next
      forget()
    },
    replace(next) {
      take(next)
      forget()
    },
    forget,
    async dispose() {
      await Promise.all(engines.map((engine) => engine.dispose()))
    },
  }
}

/** A model and the engine that has it. */
interface Offer {
  engine: Engine
  model: { id: string }
}

/** Sorts the listed ones first, in the order of the list; the others follow as they were. */
function inOrder<T extends Offer>(
  found: readonly T[],
  order: EngineOrder | undefined,
): readonly T[] {
  if (order?.mode !== 'listed') return found
  const rank = ({ engine }: T) => {
    const at = order.engines.indexOf(engine.name)
    return at < 0 ? order.engines.length : at
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** In jobs; an engine that does not tell what it has in memory is not held to be worse. */
const loadingTime = (health: EngineHealth | undefined, model: string): number =>
  !health?.loaded || health.loaded.includes(model) ? 0 : LOADING_JOBS

/** What was put there since is not refused for what is remembered. */
async function findInTime<T>(
  known: Cached<readonly T[]>,
  fits: (one: T) => boolean,
): Promise<readonly T[]> {
  const found = (await known()).filter(fits)
  return found.length > 0 ? found : (await known.refresh()).filter(fits)
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

const readWords = (engines: readonly Engine[]): Promise<FoundWordsModel[]> =>
  readAll(engines, async (engine) => {
    const { words } = engine
    if (!words) return []
    const models = await words.models()
    return models.map((model) => ({ engine, words, model }))
  })

const readVideoModels = async (engines: readonly Engine[]): Promise<FoundVideoModel[]> => {
  const found = await readAll(engines, async (engine) => {
    const { video } = engine
    if (!video) return []
    const models = await video.models()
    return models.map((model) => ({ engine, video, model }))
  })
  const first = new Map(found.toReversed().map((one) => [one.model.provider, one]))
  return found.filter((one) => first.get(one.model.provider) === one)
}

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
    return { name: engine.name, health: downBecauseOf(error, 0) }
  }
}

interface Cached<T> {
  (): Promise<T>
  /** Reads again, whatever is remembered. */
  refresh(): Promise<T>
  forget(): void
}

function cached<T>(read: () => Promise<T>, now: () => number): Cached<T> {
  let entry: { value: Promise<T>; until: number } | null = null
  const refresh = (): Promise<T> => {
    entry = { value: read(), until: now() + CACHED_MS }
    return entry.value
  }
  const forget = () => {
    entry = null
  }
  return Object.assign(() => (!entry || now() >= entry.until ? refresh() : entry.value), {
    refresh,
    forget,
  })
}
