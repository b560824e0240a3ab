import { z } from 'zod'
import { ServiceEndpoint } from '#contract/service-model-entry.ts'
import { readInputs, Schemas, storable } from '../remote/service/read-inputs.ts'
import { brokenService, ServiceError } from '../remote/service/service-error.ts'
import type { PublishedModel } from '../spec/index.ts'

const SERVICE = 'replicate'

const Version = z.object({
  id: z.string().min(1),
  openapi_schema: z.object({ components: z.object({ schemas: Schemas }) }),
})
const Model = z.object({
  name: z.string(),
  description: z.string().nullish(),
  license_url: z.string().nullish(),
  is_official: z.boolean().nullish(),
  latest_version: Version.nullish(),
})

/**
 * Asks Replicate for a model: `owner/name`, whose newest version is taken, or `owner/name:version`.
 * @param ask.model,ask.version the answers as they come; throw ServiceError
 */
export async function readReplicateModel(
  ask: {
    model(owner: string, name: string): Promise<unknown>
    version(owner: string, name: string, version: string): Promise<unknown>
  },
  endpoint: string,
): Promise<PublishedModel | null> {
  const [path = '', pinned] = endpoint.split(':')
  const [owner = '', name = '', ...more] = path.split('/')
  if (more.length > 0) return null
  const read = async <T extends z.ZodType>(
    answer: Promise<unknown>,
    shape: T,
  ): Promise<z.output<T> | null> => {
    const body = await answer.catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 404) return null
      throw error
    })
    if (body === null) return null
    const parsed = shape.safeParse(body)
    if (!parsed.success) throw brokenService(SERVICE, `${path} is told in another way`)
    return parsed.data
  }
  const model = await read(ask.model(owner, name), Model)
  if (!model) return null
  const version =
    pinned === undefined
      ? model.latest_version
      : await read(ask.version(owner, name, pinned), Version)
  if (!version) {
    if (pinned !== undefined) return null
    throw brokenService(SERVICE, `publishes no schema of ${path}`)
  }
  const { schemas } = version.openapi_schema.components
  const input = schemas['Input']
  if (!input) throw brokenService(SERVICE, `publishes no input of ${path}`)
  // An official model has no version to name; of every other the version is what keeps its inputs as they are.
  const whole = model.is_official === true && pinned === undefined ? path : `${path}:${version.id}`
  if (!ServiceEndpoint.safeParse(whole).success)
    throw brokenService(SERVICE, `names no usable version of ${path}`)
  return {
    endpoint: whole,
    name: storable(model.name) || path,
    description: storable(model.description ?? ''),
    licence: storable(model.license_url ?? ''),
    category: '',
    inputs: readInputs(input, schemas),
    // It publishes none.
    cost: null,
    isEnding: false,
  }
}
