import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { api, call } from '#web/lib/api.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { Proposal } from '#contract/proposals.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { forgetKey, keyFor } from './pending-key.ts'

export type Asked = { price: number } & (
  | { task: 'improve_prompt'; prompt: string }
  | { task: 'describe_image'; image: string }
)

async function ask({ price, ...asked }: Asked): Promise<Proposal> {
  const options = { headers: { [IDEMPOTENCY_KEY_HEADER]: keyFor(JSON.stringify(asked)) } }
  try {
    if (asked.task === 'improve_prompt') {
      const body = { prompt: asked.prompt, price }
      return await call(api.proposals.improvePrompt, { body }, options)
    }
    const body = { image: asked.image, price }
    return await call(api.proposals.describeImage, { body }, options)
  } catch (error) {
    // Without an answer it may have been written: the key is kept, and pressing again finds it.
    if (error instanceof ApiError) forgetKey()
    throw error
  }
}

/** Asks an engine for a prompt. */
export function useProposal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ask,
    meta: { showsOwnErrors: true },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
}
