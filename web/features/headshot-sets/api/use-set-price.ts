import type { HeadshotCallBody } from '#contract/headshot-runs.ts'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { Quote } from '#contract/quotes.ts'
import { usePriceList, useQuote } from '#web/features/generate/api/use-quote.ts'
import { useStartQuote } from '#web/features/studios/api/use-studios.ts'
import { canStart } from '#web/features/studios/lib/look.ts'

/** The price of a set as it is shown: of an order that is complete by its quote, before that by the price list. */
export interface SetPrice {
  /** What the order names; null: the order is not complete, or its quote comes in a moment. */
  quote: Quote | null
  /** Credits, as far as it is known. */
  training: number | null
  drawn: number | null
  cost: number | null
  /** As in `Price`. */
  was: number | null
  /** What the server has against this order; null: nothing. */
  refusal: unknown
  refresh(): void
}

/** @param order null while it is not complete */
export function useSetPrice(
  studio: LoraTraining,
  shots: number,
  order: HeadshotCallBody | null,
): SetPrice {
  const { quote, was, refusal, refresh } = useQuote(
    order && { call: `lora_trainings/${studio.id}/payment_headshot/`, body: order },
    order !== null,
  )
  const prices = usePriceList()
  const { data: start } = useStartQuote(studio.id)
  const listed = {
    training: canStart(studio) ? (start?.cost ?? null) : 0,
    drawn: prices ? shots * prices.headshot : null,
  }
  const drawn = quote?.lines.at(-1)?.amount ?? listed.drawn
  const training = quote ? quote.cost - (drawn ?? 0) : listed.training
  const cost = quote?.cost ?? (drawn === null || training === null ? null : drawn + training)
  return { quote, training, drawn, cost, was, refusal, refresh }
}
