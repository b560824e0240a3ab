import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/index.ts'
import { stripLoraTags } from '#contract/lora-tags.ts'
import { call } from '#web/lib/api.ts'

/** The length of a prompt in the model's tokens; null until the first count is there. */
export function useTokenCount(
  prompt: string,
  model: string | null,
): { tokens: number; max_tokens: number } | null {
  const [text] = useDebouncedValue(stripLoraTags(prompt).slice(0, 2000), 250)
  const { data } = useQuery({
    queryKey: ['token-count', model, text],
    queryFn: ({ signal }) =>
      call(
        api.generationServers.countTokens,
        { body: { text, ...(model === null ? {} : { model }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return data ?? null
}
