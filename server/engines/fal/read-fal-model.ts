import { z } from 'zod'
import { ServiceCost } from '#contract/service-model-entry.ts'
import { readInputs, Schema, Schemas, storable } from '../remote/service/read-inputs.ts'
import { brokenService, ServiceError } from '../remote/service/service-error.ts'
import type { PublishedModel } from '../spec/index.ts'

const SERVICE = 'fal'

const Models = z.object({
  models: z.array(
    z.object({
      endpoint_id: z.string(),
      metadata: z
        .object({
          display_name: z.string().nullish(),
          description: z.string().nullish(),
          category: z.string().nullish(),
          status: z.string().nullish(),
          license_type: z.string().nullish(),
        })
        .nullish(),
    }),
  ),
})
const Prices = z.object({
  prices: z.array(
    z.object({
      endpoint_id: z.string(),
      unit_price: z.number(),
      unit: z.string(),
      currency: z.string(),
    }),
  ),
})
const Document = z.object({
  paths: z.record(
    z.string(),
    z.looseObject({
      post: z
        .looseObject({
          requestBody: z.looseObject({
            content: z.looseObject({
              'application/json': z.looseObject({ schema: Schema }),
            }),
          }),
        })
        .optional(),
    }),
  ),
  components: z.object({ schemas: Schemas }),
})

/**
 * Asks fal for a model by its id.
 * @param get the body of an answer; throws ServiceError
 */
export async function readFalModel(
  get: (url: string) => Promise<unknown>,
  endpoint: string,
): Promise<PublishedModel | null> {
  const query = `endpoint_id=${encodeURIComponent(endpoint)}`
  const read = async <T extends z.ZodType>(url: string, shape: T): Promise<z.output<T> | null> => {
    const body = await get(`${url}?${query}`).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 404) return null
      throw error
    })
    if (body === null) return null
    const parsed = shape.safeParse(body)
    if (!parsed.success) throw brokenService(SERVICE, `${url} answered something else`)
    return parsed.data
  }
  const listed = await read('https://api.fal.ai/v1/models', Models)
  const model = listed?.models.find(({ endpoint_id: id }) => id === endpoint)
  if (!model) return null
  const [document, prices] = await Promise.all([
    read('https://fal.ai/api/openapi/queue/openapi.json', Document),
    read('https://api.fal.ai/v1/models/pricing', Prices),
  ])
  const body = document?.paths[`/${endpoint}`]?.post?.requestBody
  if (!document || !body) throw brokenService(SERVICE, `publishes no schema of ${endpoint}`)
  const {
    display_name: name,
    description,
    category,
    status,
    license_type: licence,
  } = model.metadata ?? {}
  return {
    endpoint,
    name: storable(name ?? '') || endpoint,
    description: storable(description ?? ''),
    licence: storable(licence ?? ''),
    category: category ?? '',
    inputs: readInputs(body.content['application/json'].schema, document.components.schemas),
    cost: costOf(
      prices?.prices.find(({ endpoint_id: id }) => id === endpoint),
      category ?? '',
    ),
    isEnding: status === 'deprecated',
  }
}

const UNITS: [RegExp, ServiceCost['per']][] = [
  [/^(?:\w+ )?megapixels?$/i, 'megapixel'],
  [/^(?:\w+ )?images?$/i, 'image'],
  [/^(?:\w+ )?seconds?$/i, 'second'],
  [/^requests?$/i, 'request'],
]

const OF_VIDEOS: typeof UNITS = [
  [/^videos?$/i, 'request'],
  [/^(?:compute|computing|gpu|inference|processing) (?:seconds?|time)$/i, 'compute_second'],
]

/** Null for a price in another currency or for something else, such as tokens, and for one that is none. */
function costOf(
  price: z.output<typeof Prices>['prices'][number] | undefined,
  category: string,
): ServiceCost | null {
  if (!price || price.currency.toUpperCase() !== 'USD') return null
  const unit = price.unit.trim()
  // Of a model of images a video is no unit of what it makes.
  const units = category.endsWith('-to-video') ? [...OF_VIDEOS, ...UNITS] : UNITS
  const per = units.find(([pattern]) => pattern.test(unit))?.[1]
  return ServiceCost.safeParse({ dollars: price.unit_price, per }).data ?? null
}
