import { sql } from 'kysely'
import type Stripe from 'stripe'
import { z } from 'zod'
import { createdBounds, type Store } from '../store.ts'
import { flag, paging, range, text } from '../wire/params.ts'
import { noSuch } from '../wire/api-error.ts'
import { pageOptions } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

const filters = z.strictObject({
  ...paging,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  created: range.optional(),
  delivery_success: flag.optional(),
})

/** `charge.*` means all of them. */
function typePattern(type: string): string {
  return type.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')
}

async function listEvents(
  store: Store,
  params: z.output<typeof filters>,
): Promise<Stripe.ApiList<Stripe.EventBase>> {
  const { limit, startingAfter, endingBefore } = pageOptions(params)
  const { from, to } = createdBounds(params.created)
  const types = params.types ?? (params.type === undefined ? null : [params.type])
  const seqOf = async (id: string) => {
    const row = await store.reader
      .selectFrom('test_payment_events')
      .select('seq')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw noSuch('event', id)
    return row.seq
  }
  let query = store.reader
    .selectFrom('test_payment_events')
    .select(['data', 'delivered_at'])
    .where('created', '>=', from)
    .where('created', '<=', to)
  if (types) query = query.where(sql<boolean>`type like any (${types.map(typePattern)})`)
  if (params.delivery_success !== undefined) {
    query = query.where('delivered_at', params.delivery_success ? 'is not' : 'is', null)
  }
  if (startingAfter) query = query.where('seq', '<', await seqOf(startingAfter))
  if (endingBefore) query = query.where('seq', '>', await seqOf(endingBefore))
  const rows = await query
    .orderBy('seq', endingBefore ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit).map(({ data, delivered_at: at }) => ({
    ...(data as Stripe.EventBase),
    pending_webhooks: at ? 0 : 1,
  }))
  return {
    object: 'list',
    data: endingBefore ? page.toReversed() : page,
    has_more: rows.length > limit,
    url: '/v1/events',
  }
}

export const eventRoutes: ApiRoute[] = [
  route('GET', '/v1/events', filters, listEvents),
  route('GET', '/v1/events/:id', z.strictObject({}), async (store, _params, id) => {
    const row = await store.reader
      .selectFrom('test_payment_events')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw noSuch('event', id)
    return row.data
  }),
]
