import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import type { Grid } from '#contract/grids.ts'
import { api, call } from '#web/lib/api.ts'
import type { Batch, Job } from '#contract/inference-jobs.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { Quote } from '#contract/quotes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { OrderInput } from '../lib/order.ts'
import { useStage } from '../lib/stage-store.ts'
import { beginSubmit, endSubmit } from '../lib/submit-key.ts'

interface Submission {
  request: OrderInput
  quote: Quote | null
}

async function submit({ request, quote }: Submission): Promise<Job | Batch | Grid> {
  const sent = beginSubmit(JSON.stringify(request), quote?.id ?? null)
  const promised = sent.quote === null ? {} : { quote: sent.quote }
  const options = { headers: { [IDEMPOTENCY_KEY_HEADER]: sent.key } }
  try {
    const made = await order(request, promised, options)
    endSubmit()
    return made
  } catch (error) {
    // Without an answer the job may exist: the key is kept, and pressing again finds it.
    if (error instanceof ApiError) endSubmit()
    throw error
  }
}

function order(
  request: OrderInput,
  promised: { quote?: string },
  options: { headers: Record<string, string> },
): Promise<Job | Batch | Grid> {
  if ('jobs' in request)
    return call(api.inferenceJobs.createBatch, { body: { ...request, ...promised } }, options)
  if ('request' in request)
    return call(api.grids.create, { body: { ...request, ...promised } }, options)
  return call(api.inferenceJobs.create, { body: { ...request, ...promised } }, options)
}

/** Starts a generation, a batch or a grid; new jobs that have a place on the stage are there when it resolves. */
export function useSubmit() {
  const client = useQueryClient()
  const start = useStage((stage) => stage.start)
  return useMutation({
    mutationFn: submit,
    // The page tells a complaint about a field from one about everything.
    meta: { showsOwnErrors: true },
    onSuccess: (made) => {
      if ('results' in made) {
        client.setQueryData(queryKeys.batch(made.id), made)
        start(made.results)
      } else if ('cells' in made) {
        client.setQueryData(queryKeys.grid(made.id), made)
        void client.invalidateQueries({ queryKey: queryKeys.gridList })
      } else start([made])
      void client.invalidateQueries({ queryKey: queryKeys.me })
      // A quote is good for one use.
      client.removeQueries({ queryKey: queryKeys.quotes })
    },
  })
}
