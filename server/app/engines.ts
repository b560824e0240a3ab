import { join } from 'node:path'
import type { GenerationServer } from '#contract/generation-servers.ts'
import type { Config } from '#server/config/index.ts'
import { siteOfUser } from '#server/domains/accounts/index.ts'
import {
  createDownloadRunner,
  createEngineControl,
  createEngineRoutes,
  createEngineWatch,
  createFleet,
  type DownloadRunner,
  type Fleet,
  listServers,
  readLoads,
  warnAdmins,
} from '#server/domains/engines/index.ts'
import type { EngineControl } from '#server/domains/jobs/index.ts'
import { isLiveKey } from '#server/domains/billing/index.ts'
import {
  createBuiltinEngine,
  createModelLibrary,
  createModelStore,
  withDepthMaps,
  withRefining,
  endIdleProcessesAfter,
} from '#server/engines/builtin/index.ts'
import { createGuard } from '#server/engines/guard-engine.ts'
import { createEngineRegistry } from '#server/engines/registry.ts'
import type { Engine, EngineRegistry, PictureClassifier } from '#server/engines/spec/index.ts'
import { secretKey } from '#server/platform/db/index.ts'
import { createOutbound } from '#server/platform/outbound-http.ts'
import type { Route } from '#server/platform/route.ts'
import { recordAuditEvent } from '#server/domains/admin/index.ts'
import { createServers, engineKinds } from './engine-kinds.ts'
import { createEngineServices, createTrainers } from './engine-services.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** What draws, and what looks at pictures. */
export interface Engines {
  registry: EngineRegistry
  fleet: Fleet
  control: EngineControl
  classifier: PictureClassifier
  /** Reads what administrators added, and follows their changes; before the queue starts. */
  start(): Promise<void>
  /** Loads the models ahead of the first order, and says at the start which are broken. */
  warmUp(): void
  downloads: DownloadRunner
  /** For cron: notes incidents. */
  watch(): Promise<void>
  /** The engines, what each can do and how it is. */
  servers(): Promise<GenerationServer[]>
  /** status, generation_servers, capabilities, things, admin/engines, admin/models. */
  routes: Route[]
  dispose(): Promise<void>
}

/** Whether people pay here with real money: some licences of models forbid it. */
const takesRealMoney = ({ stripe }: Config): boolean =>
  stripe.secretKey !== null && isLiveKey(stripe.secretKey)

const asBuiltin = (engine: Engine) => ({ engine, kind: 'builtin', source: 'builtin' as const })

export async function createEngines(
  { config, db, log, overrides }: AppOptions,
  { mailer }: Pick<Platform, 'mailer'>,
): Promise<Engines> {
  endIdleProcessesAfter(config.engine.idleProcessMs)
  const builtin = createBuiltinEngine({
    ...config.engine,
    toolProcesses: config.slots.tools,
    cacheDir: join(config.dataDir, 'cache', 'models'),
    isSold: () => takesRealMoney(config),
    log,
  })
  const registry = createEngineRegistry([], { loads: () => readLoads(db) })
  const secret = await secretKey(db, config.secretKey)
  const kinds = engineKinds(config)
  const fleet = createFleet({
    db,
    log,
    registry,
    secret,
    guard(engine, hooks) {
      const guarded = createGuard(engine, hooks)
      const led = withDepthMaps(guarded.engine, builtin.tool)
      return { ...guarded, engine: withRefining(led, builtin.tool) }
    },
    kinds,
    fixed: overrides.engines?.map(asBuiltin) ?? [
      ...createServers(config),
      asBuiltin(builtin),
      ...createEngineServices(config),
      ...createTrainers(config),
    ],
  })
  const site = siteOfUser({ brand: null, language: null }, config)
  const control = createEngineControl({
    db,
    warn: (tx, warning) => warnAdmins({ mailer, site }, tx, warning),
  })
  const { endpoint, token, civitaiUrl } = config.hub
  const outbound = createOutbound({ allowedUrls: [endpoint, civitaiUrl] })
  const { modelsDir, threads, provider } = config.engine
  const models = createModelStore(
    { modelsDir, outbound, hub: { endpoint, token }, civitaiUrl },
    createModelLibrary(config.engine),
    { threads, provider },
  )
  const downloads = createDownloadRunner({ db, models, log })
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
    fleet,
    control,
    downloads,
    classifier: overrides.classifier ?? builtin,
    start: () => fleet.start(),
    servers: () => listServers({ db, fleet, wordsPrices: config.wordsPrices }, {}),
    watch: createEngineWatch({ db, registry: fleet.registry }),
    routes: createEngineRoutes({
      db,
      fleet,
      kinds,
      secret,
      wordsPrices: config.wordsPrices,
      audit: recordAuditEvent,
      models,
      isSold: () => takesRealMoney(config),
    }),
    warmUp() {
      for (const engine of registry.list()) void warmUp(engine)
    },
    async dispose() {
      disposed = true
      await downloads.stop()
      await outbound.close()
      await fleet.stop()
      await registry.dispose()
      await builtin.dispose()
    },
  }
}
