import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, api, call } from '#web/lib/api.ts'
import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import type { GenerationForm } from '#web/features/generate/lib/form.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type TokenCountAnswer = Answer<typeof api.generationServers.countTokens>

/** How the model reads a prompt: its length in tokens, and words it does not know; null until the first count is there, and with a model that does not tell (`isTold`). */
export function useTokenCount(
  { prompt, model, loras: chosen }: Pick<GenerationForm, 'prompt' | 'model' | 'loras'>,
  isTold: boolean,
): TokenCountAnswer | null {
  const [text] = useDebouncedValue(stripLoraTags(prompt).slice(0, 2000), 250)
  const names = [
    ...chosen.map((lora) => lora.model),
    ...parseLoraTags(prompt).map(({ name }) => name),
  ]
  const loras = [...new Set(names)].toSorted().slice(0, 20)
  const { data } = useQuery({
    queryKey: queryKeys.tokenCount(model, text, loras),
    queryFn: ({ signal }) =>
      call(
        api.generationServers.countTokens,
        { body: { text, ...(model !== null && { model }), ...(loras.length > 0 && { loras }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: isTold,
    gcTime: 60_000,
  })
  return (isTold && data) || null
}
