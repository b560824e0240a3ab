import type { z } from 'zod'
import type { QuoteRequest } from '#contract/quotes.ts'

/** A request that has a price. */
export type QuoteInput = z.input<typeof QuoteRequest>

/** One generation, a batch, or a grid. */
export type OrderInput = Exclude<QuoteInput, { call: string }>

/** Names the problems of a request by field; `detail` is about all of it. */
export type FieldProblems = Readonly<Record<string, string>>
