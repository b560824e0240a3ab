import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../wire/api-error.ts'
import { TEST_CARDS } from '../objects/cards.ts'
import {
  paySession,
  type SessionPayment,
  type SessionPaymentResult,
} from '../billing/pay-session.ts'
import type { Core } from '../core.ts'
import type { Store } from '../store.ts'
import { idOf } from '../object-types.ts'
import { checkoutPage, type CheckoutView, returnUrl } from './checkout-page.ts'
import { sendPage } from './send-page.ts'

const payment = z.object({
  card: z.string().max(40).default(''),
  /** The card that was chosen in the form, used when no number was typed. */
  choice: z.string().max(40).default(''),
  email: z.email().optional(),
  confirmation: z.enum(['given', 'refused']).optional(),
  tax_id: z.string().max(30).optional(),
  business_name: z.string().max(150).optional(),
  keep: z.literal('yes').optional(),
})

type Ided = FastifyRequest<{ Params: { id: string } }>

const USUAL_CARD = TEST_CARDS[0]?.number ?? ''

/** One of each card that the customer wants to pay with again. */
async function keptCards(store: Store, customer: string | null): Promise<CheckoutView['kept']> {
  if (customer === null) return []
  const { data } = await store.list('payment_method', { where: { customer } })
  const kept = data.filter((method) => store.hidden(method).isKept === true)
  const byCard = new Map(kept.map((method) => [store.hidden(method).card ?? '', method]))
  return [...byCard].map(([number, { card }]) => ({
    number,
    name: `${card?.brand ?? 'card'} •••• ${card?.last4 ?? ''}`,
  }))
}

async function readView(
  core: Core,
  id: string,
  rest: Pick<CheckoutView, 'outcome' | 'card' | 'company'>,
): Promise<CheckoutView> {
  return core.read(async (store) => {
    const session = await store.get('checkout.session', id)
    const codeId = idOf(session.discounts?.[0]?.promotion_code)
    const promotion = codeId === null ? null : await store.find('promotion_code', codeId)
    const lines = store.hidden(session).lineItems ?? []
    const kept = await keptCards(store, idOf(session.customer))
    return { session, lines, code: promotion?.code ?? null, kept, ...rest }
  })
}

function showCheckout(reply: FastifyReply, view: CheckoutView): FastifyReply {
  const { success_url: success, cancel_url: cancel } = view.session
  return sendPage(reply, checkoutPage(view), [success, cancel])
}

function readPayment(request: FastifyRequest): SessionPayment {
  const result = payment.safeParse(request.body ?? {})
  if (!result.success) throw new ApiError('Name a card, like {"card": "4242"}.')
  const { card, choice, email, confirmation, keep, ...company } = result.data
  return {
    card: card.trim() || choice || USUAL_CARD,
    email,
    confirmation,
    taxId: company.tax_id,
    businessName: company.business_name,
    keepsCard: keep === 'yes',
  }
}

/** A number that is no card's is told like a decline. */
async function pay(core: Core, id: string, wanted: SessionPayment): Promise<SessionPaymentResult> {
  try {
    return await core.write(async (store) =>
      paySession(store, await store.get('checkout.session', id), wanted),
    )
  } catch (error) {
    if (error instanceof ApiError && error.status === 402) {
      return { result: 'declined', message: error.message, code: error.code }
    }
    throw error
  }
}

function wantsJson(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false
}

/**
 * `/test-checkout/ID`; `POST /test-checkout/ID/pay/` with a form or JSON `{card, confirmation?}`. JSON is answered with
 * JSON: the session's `status` and `payment_status`, `result` (succeeded, declined, confirm, complete, expired),
 * `message` and its `code`, and `url`, where a paid checkout leads.
 */
export function checkoutPages(app: FastifyInstance, core: Core): void {
  app.get('/test-checkout/:id', async (request: Ided, reply) =>
    showCheckout(
      reply,
      await readView(core, request.params.id, {
        outcome: null,
        card: USUAL_CARD,
        company: { taxId: '', businessName: '' },
      }),
    ),
  )
  // Whoever knows the session's id may pay for it: no cookie is looked at.
  const config = { ignoresCallers: true }
  app.post('/test-checkout/:id/pay/', { config }, async (request: Ided, reply) => {
    const wanted = readPayment(request)
    const outcome = await pay(core, request.params.id, wanted)
    const view = await readView(core, request.params.id, {
      outcome,
      card: wanted.card,
      company: { taxId: wanted.taxId ?? '', businessName: wanted.businessName ?? '' },
    })
    const { session } = view
    if (wantsJson(request)) {
      const { status, payment_status } = session
      const url = status === 'complete' ? returnUrl(session) : null
      const code = outcome.result === 'declined' ? 402 : 200
      return reply.code(code).send({ id: session.id, status, payment_status, ...outcome, url })
    }
    if (session.status === 'complete') return reply.redirect(returnUrl(session), 303)
    return showCheckout(reply, view)
  })
}
