import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { TransportError } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import type { OrderInput, Price } from '../api/use-quote.ts'
import { useSubmit } from '../api/use-submit.ts'
import { countOpenOrders, useStage } from './stage-store.ts'

/** What is wrong with a request, by field; `detail` is about all of it. */
export type FieldProblems = Readonly<Record<string, string>>

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

  return {
    problems: complaints.about === about ? complaints.fields : {},
    complain,
    full: full !== null && openOrders >= full,
    pending: submit.isPending,
    send: (sent) => {
      if (sending.current) return
      sending.current = true
      setFull(null)
      submit.mutate(
        { request: sent, quote: price.quote },
        {
          onError,
          onSettled: () => (sending.current = false),
          onSuccess: (made) => ('results' in made || 'cells' in made) && onMany?.(made),
        },
      )
    },
  }
}
