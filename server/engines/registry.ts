import { SAMPLERS } from '#contract/samplers.ts'
import type { EngineRegistry, EngineStatus, ImageCapabilities, ImageEngine } from './spec/index.ts'

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
  const offers = cached(() => readOffers(engines), now)
  const health = cached(() => Promise.all(engines.map(readHealth)), now)

  return {
    list: () => engines,
    get: (name) => byName.get(name),
    async forModel(modelId) {
      for (const { engine, capabilities } of await offers()) {
        const model = capabilities.models.find(({ id }) => id === modelId)
        if (model) return { engine, model, capabilities }
      }
      return undefined
    },
    async capabilities() {
      const all = (await offers()).map(({ capabilities }) => capabilities)
      const samplers = new Set(all.flatMap((one) => one.samplers))
      return {
        models: all.flatMap((one) => one.models),
        samplers: SAMPLERS.filter((name) => samplers.has(name)),
        features: [...new Set(all.flatMap((one) => one.features))],
      }
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

/** An engine that cannot say what it does offers nothing; its health says why. */
async function readOffers(engines: readonly ImageEngine[]): Promise<Offer[]> {
  const answers = await Promise.allSettled(engines.map((engine) => engine.capabilities()))
  return answers.flatMap((answer, i) =>
    answer.status === 'fulfilled' ? [{ engine: engines[i]!, capabilities: answer.value }] : [],
  )
}

async function readHealth(engine: ImageEngine): Promise<EngineStatus> {
  try {
    return { name: engine.name, health: await engine.health() }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name: engine.name, health: { state: 'down', detail, load: 0 } }
  }
}

function cached<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let entry: { value: Promise<T>; until: number } | null = null
  return () => {
    if (!entry || now() >= entry.until) entry = { value: read(), until: now() + CACHED_MS }
    return entry.value
  }
}
