import { join } from 'node:path'
import { createOutbound } from '#server/platform/outbound-http.ts'
import { readCatalogue } from '../remote/service/catalogue.ts'
import { createServiceEngine } from '../remote/service/service-engine.ts'
import type { Patience } from '../remote/service/wait-for-call.ts'
import type { Engine } from '../spec/index.ts'
import { createFalServiceClient } from './fal-client.ts'

export interface FalOptions {
  key: string
  /** Null: fal's own hosts. */
  baseUrl: string | null
  /** Path of the operator's changes to the models; null: none. */
  modelsFile: string | null
  webhookUrl: string | null
  patience?: Partial<Patience>
}

export const FAL_MODELS = join(import.meta.dirname, 'models.json')

/** The models of fal that `models.json` names. */
export function createFalEngine({ key, baseUrl, modelsFile, ...rest }: FalOptions): Engine {
  const outbound = createOutbound(baseUrl === null ? {} : { allowedUrls: [baseUrl] })
  return createServiceEngine({
    name: 'fal',
    client: createFalServiceClient({ key, baseUrl, outbound }),
    catalogue: readCatalogue(FAL_MODELS, modelsFile),
    outbound,
    ...rest,
  })
}
