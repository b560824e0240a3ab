import { SAMPLERS } from '#contract/samplers.ts'
import type {
  EngineModel,
  EngineRegistry,
  EngineStatus,
  ImageCapabilities,
  ImageEngine,
  MergedCapabilities,
} from './spec/index.ts'

export const CACHED_MS = 5_000

/**
 * @param engines in the order of preference; names must differ
 * @param now milliseconds
 */
export function createEngineRegistry(
  engines: readonly ImageEngine[],
  now: () => number = Date.now,
): EngineRegistry {
  const byName = new Map(engines.map((engine) => [engine.name, engine]))
  if (byName.size < engines.length) throw new Error('Two engines have the same name.')
  const known = cached(() => readOffers(engines), now)
  const health = cached(() => Promise.all(engines.map(readHealth)), now)

  return {
    list: () => engines,
    get: (name) => byName.get(name),
    async forModel(modelId) {
      // A model that was put there since is not refused for what is remembered.
      return pickModel(await known(), modelId) ?? pickModel(await known.anew(), modelId)
    },
    async capabilities() {
      return (await known()).merged
    },
    health,
    async dispose() {
      await Promise.all(engines.map((engine) => engine.dispose()))
    },
  }
}

interface Offer {
  engine: ImageEngine
  capabilities: ImageCapabilities
}

/** What all engines offer, by engine and together. */
interface Offers {
  offers: Offer[]
  merged: MergedCapabilities
}

function mergeOffers(offers: readonly Offer[]): MergedCapabilities {
  const all = offers.map(({ capabilities }) => capabilities)
  const samplers = new Set(all.flatMap((one) => one.samplers))
  return {
    models: all.flatMap((one) => one.models),
    samplers: SAMPLERS.filter((name) => samplers.has(name)),
    features: [...new Set(all.flatMap((one) => one.features))],
  }
}

function pickModel({ offers }: Offers, modelId: string): EngineModel | undefined {
  for (const { engine, capabilities } of offers) {
    const model = capabilities.models.find(({ id }) => id === modelId)
    if (model) return { engine, model, capabilities }
  }
  return undefined
}

/** An engine that cannot say what it does offers nothing; its health says why. */
async function readOffers(engines: readonly ImageEngine[]): Promise<Offers> {
  const answers = await Promise.allSettled(engines.map((engine) => engine.capabilities()))
  const offers = answers.flatMap((answer, i) =>
    answer.status === 'fulfilled' ? [{ engine: engines[i]!, capabilities: answer.value }] : [],
  )
  return { offers, merged: mergeOffers(offers) }
}

async function readHealth(engine: ImageEngine): Promise<EngineStatus> {
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
