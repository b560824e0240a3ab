import type Stripe from 'stripe'
import { z } from 'zod'
import type { Kind, ObjectTypes } from '../object-types.ts'
import type { ListOptions } from '../store.ts'
import { paging, range } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { type ApiRoute, route } from './route.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

interface PagingParams {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** @throws {ApiError} a limit outside of 1 to 100 */
export function pageOptions(
  params: PagingParams,
): Required<Pick<ListOptions, 'limit'>> & ListOptions {
  const { limit = DEFAULT_LIMIT } = params
  if (limit < 1 || limit > MAX_LIMIT) {
    throw new ApiError('Invalid integer: limit must be from 1 to 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  return { limit, startingAfter: params.starting_after, endingBefore: params.ending_before }
}

interface ListRouteOptions<K extends Kind, S extends z.ZodRawShape> {
  kind: K
  path: string
  filters: S
  /** The filters as properties of the object. */
  where?: (params: z.output<z.ZodObject<S>>) => Record<string, unknown>
}

function withoutUndefined(where: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
}

/** `GET` of a list: newest first, `limit`, `starting_after`, `ending_before`, `created` and filters by property. */
export function listRoute<K extends Kind, S extends z.ZodRawShape>({
  kind,
  path,
  filters,
  where = (params) => params,
}: ListRouteOptions<K, S>): ApiRoute {
  const schema = z.strictObject({ ...filters, ...paging, created: range.optional() })
  return route('GET', path, schema, async (store, params) => {
    const { limit, starting_after, ending_before, created, ...rest } = params as PagingParams & {
      created?: ListOptions['created']
    }
    const page = await store.list(kind, {
      ...pageOptions({ limit, starting_after, ending_before }),
      created,
      where: withoutUndefined(where(rest as unknown as z.output<z.ZodObject<S>>)),
    })
    return {
      object: 'list',
      data: page.data,
      has_more: page.hasMore,
      url: path,
    } satisfies Stripe.ApiList<ObjectTypes[K]>
  })
}
