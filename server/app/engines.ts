import { join } from 'node:path'
import type { Config } from '#server/config/index.ts'
import { createA1111Engine } from '#server/engines/a1111/index.ts'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { withCircuitBreaker } from '#server/engines/circuit-breaker.ts'
import { createEngineRegistry } from '#server/engines/registry.ts'
import type { Engine, EngineRegistry, PictureClassifier } from '#server/engines/spec/index.ts'
import type { AppOptions } from './options.ts'

/** What draws, and what looks at pictures. */
export interface Engines {
  registry: EngineRegistry
  classifier: PictureClassifier
  /** Loads the models ahead of the first order, and says at the start which are broken. */
  warmUp(): void
  dispose(): Promise<void>
}

/** The servers that the settings name. */
const createServers = ({ servers }: Config): Engine[] => servers.a1111.map(createA1111Engine)

export function createEngines({ config, log, overrides }: AppOptions): Engines {
  const builtin = createBuiltinEngine({
    ...config.engine,
    toolProcesses: config.slots.tools,
    cacheDir: join(config.dataDir, 'cache', 'models'),
    log,
  })
  // Who sets up a server of their own means to use it; the built-in engine does what no other can.
  const registry = createEngineRegistry(
    overrides.engines ?? [
      ...createServers(config).map((server) => withCircuitBreaker(server)),
      builtin,
    ],
  )
  let disposed = false

  async function warmUp(engine: Engine): Promise<void> {
    try {
      await engine.warmUp?.()
    } catch (error) {
      if (!disposed) log.error(`The engine ${engine.name} cannot work: ${(error as Error).message}`)
    }
  }

  return {
    registry,
    classifier: overrides.classifier ?? builtin,
    warmUp() {
      for (const engine of registry.list()) void warmUp(engine)
    },
    async dispose() {
      disposed = true
      await registry.dispose()
      await builtin.dispose()
    },
  }
}
