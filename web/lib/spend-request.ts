import { create } from 'zustand'
import type { Quote } from '#contract/quotes.ts'

/** An order of more credits is confirmed once more. */
const ASKED_ABOVE = 100

/** What an order costs, before it is paid. */
export interface Spending {
  quote: Quote
  /** What the order is about beside its price, such as how many photos it uses. */
  facts: readonly { label: string; value: string }[]
}

interface Asked {
  spending: Spending | null
  /** Ends the question; null while nothing is asked. */
  answer: ((isConfirmed: boolean) => void) | null
}

/** The order that waits for a confirmation, and what ends the question. */
export const useSpendRequest = create<Asked>()(() => ({ spending: null, answer: null }))

/**
 * Asks the person once more before an order of more than 100 credits, with all that it costs in one place.
 * @returns whether to go on; at once for a smaller order, or one that is paid by card
 */
export async function confirmSpending(
  quote: Quote | null,
  facts: Spending['facts'] = [],
): Promise<boolean> {
  if (quote === null || quote.money !== null || quote.cost <= ASKED_ABOVE) return true
  // Only the last question is on the page.
  useSpendRequest.getState().answer?.(false)
  return new Promise((resolve) => {
    useSpendRequest.setState({
      spending: { quote, facts },
      answer(isConfirmed) {
        useSpendRequest.setState({ spending: null, answer: null })
        resolve(isConfirmed)
      },
    })
  })
}

/** Whether an order of a known price is asked about; an unknown one may be. */
export const mayBeAskedAbout = (cost: number | null): boolean => cost === null || cost > ASKED_ABOVE
