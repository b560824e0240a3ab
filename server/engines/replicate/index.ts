import { join } from 'node:path'
import { createOutbound } from '#server/platform/outbound-http.ts'
import { readCatalogue } from '../remote/service/catalogue.ts'
import { createServiceEngine } from '../remote/service/service-engine.ts'
import type { Patience } from '../remote/service/wait-for-call.ts'
import type { Engine } from '../spec/index.ts'
import { createReplicateServiceClient } from './replicate-client.ts'

export interface ReplicateOptions {
  token: string
  /** With the path of the version; null: Replicate's own. */
  baseUrl: string | null
  /** Path of the operator's changes to the models; null: none. */
  modelsFile: string | null
  webhookUrl: string | null
  patience?: Partial<Patience>
}

export const REPLICATE_MODELS = join(import.meta.dirname, 'models.json')

/** The models of Replicate that `models.json` names. */
export function createReplicateEngine({
  token,
  baseUrl,
  modelsFile,
  ...rest
}: ReplicateOptions): Engine {
  const outbound = createOutbound(baseUrl === null ? {} : { allowedUrls: [baseUrl] })
  return createServiceEngine({
    name: 'replicate',
    client: createReplicateServiceClient({ token, baseUrl, outbound }),
    catalogue: readCatalogue(REPLICATE_MODELS, modelsFile),
    outbound,
    ...rest,
  })
}
