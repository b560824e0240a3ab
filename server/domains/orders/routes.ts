import { api } from '#contract/index.ts'
import type { UnsaidQuote, QuoteRequest } from '#contract/quotes.ts'
import { invalidField } from '#server/platform/errors.ts'
import { route, type Route } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

/** Who asks for a quote, and on which site. */
export interface QuoteAsker {
  userId: string
  host: string
}

/** The prices that one domain makes; null: the request is none of its own. */
export type Quoter = (asker: QuoteAsker, request: QuoteRequest) => Promise<UnsaidQuote> | null

/** A {@link Quoter} of calls, which are told apart by their paths. */
export type CallQuoter = (
  asker: QuoteAsker,
  request: Extract<QuoteRequest, { call: string }>,
) => Promise<UnsaidQuote> | null

/** A quoter that is asked for calls alone. */
export const ofCalls =
  (quote: CallQuoter): Quoter =>
  (asker, request) =>
    'call' in request ? quote(asker, request) : null

/** A call by its name alone, as the call by its path. */
function withPath(request: QuoteRequest): QuoteRequest {
  if (!('call' in request) || request.body === undefined || !('training' in request.body)) {
    return request
  }
  const { call, body } = request
  if (!/^(start_training|payment_headshot)\/?$/.test(call)) return request
  const { training, ...rest } = body
  return { call: `lora_trainings/${training}/${call}`, body: rest } as QuoteRequest
}

/** quotes */
export const createQuoteRoutes = (quoters: readonly Quoter[]): Route[] => [
  route(api.quotes.create, ({ caller: { userId }, host, body }) => {
    const request = withPath(body)
    for (const quoter of quoters) {
      const quote = quoter({ userId, host }, request)
      if (quote) return quote
    }
    throw invalidField('call', t('orders.noPriceForCall'))
  }),
]
