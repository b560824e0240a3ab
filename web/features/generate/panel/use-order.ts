import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { api, call, TransportError } from '#web/lib/api.ts'
import type { Quote } from '#contract/quotes.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { confirmSpending, mayBeAskedAbout } from '#web/lib/spend-request.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import type { Price } from '../api/use-quote.ts'
import { useSubmit } from '../api/use-submit.ts'
import type { FieldProblems, OrderInput } from '../lib/order.ts'
import { countOpenOrders, useStage } from '../lib/stage-store.ts'

/**
 * Sends the request of a page's form and keeps what the server had against it.
 * @param onMany told of the batch or the grid that it became
 * @param request changed whenever the form is: complaints are about one request, and a changed form has none yet
 */
export function useOrder(
  request: OrderInput | null,
  price: Price,
  onMany?: (made: { id: string }) => void,
): {
  problems: FieldProblems
  /** Says what is wrong before anything is sent. */
  complain(fields: FieldProblems): void
  /** Whether the server found the queue full, and it still is. */
  full: boolean
  pending: boolean
  /** Whether this very request was ordered already. */
  isOrdered: boolean
  send(request: OrderInput): void
} {
  const { me } = useSession()
  const client = useQueryClient()
  const submit = useSubmit()
  const openOrders = useStage(countOpenOrders)
  // `isPending` comes a moment late for the second click of a double click.
  const sending = useRef(false)
  const about = JSON.stringify(request)
  // How many open orders the server found too many.
  const [full, setFull] = useState<number | null>(null)
  const [complaints, setComplaints] = useState<{ about: string; fields: FieldProblems }>({
    about,
    fields: {},
  })
  const [ordered, setOrdered] = useState<string | null>(null)
  const complain = (fields: FieldProblems) => setComplaints({ about, fields })

  function onError(error: unknown): void {
    if (error instanceof TransportError && error.cancelled) return
    const fields = fieldErrorsOf(error)
    if (error instanceof ApiError) {
      if (error.code?.startsWith('quote_') === true) price.refresh()
      // The balance shown was out of date; the bar then says what is missing.
      if (error.code === 'not_enough_credits')
        void client.invalidateQueries({ queryKey: queryKeys.me })
      if (error.code === 'queue_full') {
        // They may not have been read yet; with none the line would stay for good.
        setFull(Math.max(1, openOrders))
        return
      }
    }
    const named = Object.keys(fields).some((field) => field !== 'detail')
    complain(named ? fields : { detail: messageOf(error) })
    if (!named && me?.plan.name === 'free') telemetry.event('free_generation_error')
  }

  async function send(sent: OrderInput): Promise<void> {
    if (sending.current) return
    sending.current = true
    setFull(null)
    const quote = await quoteOf(sent, price)
    if (!(await confirmSpending(quote))) {
      sending.current = false
      return
    }
    submit.mutate(
      { request: sent, quote },
      {
        onError,
        onSettled: () => (sending.current = false),
        onSuccess(made) {
          setOrdered(JSON.stringify(sent))
          if ('results' in made || 'cells' in made) onMany?.(made)
        },
      },
    )
  }

  return {
    problems: complaints.about === about ? complaints.fields : {},
    complain,
    full: full !== null && openOrders >= full,
    pending: submit.isPending,
    isOrdered: ordered === about && request !== null,
    send: (sent) => void send(sent),
  }
}

/** The price of an order that may be large; null where the order itself will say why it has none. */
async function quoteOf(request: OrderInput, { quote, cost }: Price): Promise<Quote | null> {
  if (quote !== null || !mayBeAskedAbout(cost)) return quote
  return call(api.quotes.create, { body: request }).catch(() => null)
}
