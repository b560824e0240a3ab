import { join } from 'node:path'
import { type Config, isLoopback } from '#server/config/index.ts'
import type { FixedEngine } from '#server/domains/engines/index.ts'
import { createFalEngine } from '#server/engines/fal/index.ts'
import { createReplicateEngine } from '#server/engines/replicate/index.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import { createTrainerEngine } from '#server/engines/trainer/index.ts'
import { createVideoService, VIDEO_SERVICES } from '#server/engines/video-services/index.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** A key of a service, with an address where it is not the service's own. */
export interface ServiceAccount {
  key: string
  baseUrl: string | null
}

/** @throws {OperatorError} when the file that changes its models is wrong */
export function createFal(config: Config, account: ServiceAccount): Engine {
  const modelsFile = config.services.fal?.modelsFile ?? null
  return named(() =>
    createFalEngine({ ...account, modelsFile, webhookUrl: webhookUrl(config, 'fal', account) }),
  )
}

/** Like {@link createFal}, for Replicate. */
export function createReplicate(config: Config, { key, baseUrl }: ServiceAccount): Engine {
  const modelsFile = config.services.replicate?.modelsFile ?? null
  const webhook = webhookUrl(config, 'replicate', { baseUrl })
  return named(() =>
    createReplicateEngine({ token: key, baseUrl, modelsFile, webhookUrl: webhook }),
  )
}

/** A command of the operator's that trains. @throws {OperatorError} when it, or its file of models, is wrong */
export function createTrainers({ trainer, dataDir }: Config): FixedEngine[] {
  if (!trainer) return []
  const { hours, silentMinutes, ...rest } = trainer
  const engine = named(() =>
    createTrainerEngine({
      ...rest,
      folder: join(dataDir, 'cache', 'trainer'),
      mostMs: hours * 3_600_000,
      silentMs: silentMinutes * 60_000,
    }),
  )
  return [{ engine, kind: 'trainer', source: 'environment' }]
}

/** The services that the settings have keys for. */
export function createEngineServices(config: Config): FixedEngine[] {
  const { fal, replicate } = config.services
  const source = 'environment'
  return [
    ...(fal ? [{ engine: createFal(config, fal), kind: 'fal', source } as const] : []),
    ...(replicate
      ? [{ engine: createReplicate(config, replicate), kind: 'replicate', source } as const]
      : []),
    ...VIDEO_SERVICES.flatMap((kind) => {
      const account = config.services[kind]
      if (!account) return []
      const webhook = webhookUrl(config, kind, account)
      const engine = createVideoService(kind, { ...account, webhookUrl: webhook })
      return [{ engine, kind, source } as const]
    }),
  ]
}

/** A service out there cannot call this machine when only this machine can reach it; a double on it can. */
function webhookUrl(
  { publicUrl }: Config,
  name: string,
  { baseUrl }: Pick<ServiceAccount, 'baseUrl'>,
): string | null {
  const isHere = (url: string) => isLoopback(new URL(url).hostname)
  const reaches = !isHere(publicUrl) || (baseUrl !== null && isHere(baseUrl))
  return reaches ? `${publicUrl}/api/webhooks/${name}/` : null
}

function named(create: () => Engine): Engine {
  try {
    return create()
  } catch (error) {
    throw new OperatorError((error as Error).message)
  }
}
