import { z } from 'zod'
import { createSession } from '../billing/create-session.ts'
import { sessionParams } from '../wire/session-params.ts'
import { expireSession } from '../billing/expire-session.ts'
import { mergeMetadata, metadata, paging, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { listOf } from '../wire/list.ts'
import { type ApiRoute, route } from './route.ts'

const PATH = '/v1/checkout/sessions'

export const checkoutRoutes: ApiRoute[] = [
  route('POST', PATH, sessionParams, createSession),
  route('GET', `${PATH}/:id`, z.strictObject({}), (store, _params, id) =>
    store.get('checkout.session', id),
  ),
  route(
    'POST',
    `${PATH}/:id`,
    z.strictObject({ metadata: metadata.optional() }),
    async (store, params, id) => {
      const session = await store.get('checkout.session', id)
      session.metadata = mergeMetadata(session.metadata, params.metadata)
      store.save(session)
      return session
    },
  ),
  route('GET', `${PATH}/:id/line_items`, z.strictObject(paging), async (store, _params, id) => {
    const session = await store.get('checkout.session', id)
    return listOf(store.hidden(session).lineItems ?? [], `${PATH}/${id}/line_items`)
  }),
  route('POST', `${PATH}/:id/expire`, z.strictObject({}), async (store, _params, id) => {
    const session = await store.get('checkout.session', id)
    if (session.status !== 'open') {
      throw new ApiError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    await store.schedule(session, 'expire', null)
    expireSession(store, session)
    return session
  }),
  listRoute({
    kind: 'checkout.session',
    path: PATH,
    filters: {
      customer: text.optional(),
      payment_intent: text.optional(),
      subscription: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    },
  }),
]
