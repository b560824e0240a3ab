import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api, call } from '#web/lib/api.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { randomId } from '#web/lib/random-id.ts'
import { confirmSpending } from '#web/lib/spend-request.ts'

/** The order would cost something else than was shown. */
export class OtherPrice extends Error {
  readonly cost: number

  constructor(cost: number) {
    super('other_price')
    this.cost = cost
  }
}

/**
 * Asks what a request costs, asks the person once more where that is much, and starts the job.
 *
 * @param shown credits that the button promised
 * @returns null where the person said no; nothing was paid then
 * @throws {OtherPrice}
 */
export async function payOrder(
  request: GenerationRequestInput,
  shown: number,
): Promise<Job | null> {
  const quote = await call(api.quotes.create, { body: request })
  if (quote.cost !== shown) throw new OtherPrice(quote.cost)
  if (!(await confirmSpending(quote))) return null
  return call(
    api.inferenceJobs.create,
    { body: { ...request, quote: quote.id } },
    { headers: { [IDEMPOTENCY_KEY_HEADER]: randomId() } },
  )
}
