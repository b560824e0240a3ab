import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/inference-jobs.ts'
import type { Quote } from '#contract/quotes.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useStage } from '../lib/stage-store.ts'
import { beginSubmit, endSubmit } from '../lib/submit-key.ts'

interface Submission {
  request: GenerationRequestInput
  quote: Quote | null
}

async function submit({ request, quote }: Submission) {
  const sent = beginSubmit(JSON.stringify(request), quote?.id ?? null)
  const body = sent.quote === null ? request : { ...request, quote: sent.quote }
  try {
    const job = await call(
      api.inferenceJobs.create,
      { body },
      { headers: { [IDEMPOTENCY_KEY_HEADER]: sent.key } },
    )
    endSubmit()
    return job
  } catch (error) {
    // Without an answer the job may exist: the key is kept, and pressing again finds it.
    if (error instanceof ApiError) endSubmit()
    throw error
  }
}

/** Starts a generation; the new job is on the stage when it resolves. */
export function useSubmit() {
  const client = useQueryClient()
  const start = useStage((stage) => stage.start)
  return useMutation({
    mutationFn: submit,
    // The page tells a complaint about a field from one about everything.
    meta: { showsOwnErrors: true },
    onSuccess: (job) => {
      start(job)
      void client.invalidateQueries({ queryKey: queryKeys.me })
      // A quote is good for one use.
      client.removeQueries({ queryKey: queryKeys.quotes })
    },
  })
}
