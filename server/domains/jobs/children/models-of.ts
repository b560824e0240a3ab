import { parseLoraTags } from '#contract/lora-tags.ts'

/** LoRAs that a request names, in its list, in its prompt or by their training. */
export function modelsOf({ loras, training, prompt }: Readonly<Record<string, unknown>>): string[] {
  const listed = Array.isArray(loras) ? (loras as { model?: unknown }[]) : []
  const tags = typeof prompt === 'string' ? parseLoraTags(prompt).map(({ name }) => name) : []
  return [...listed.map(({ model }) => model), ...tags, training].filter(
    (name) => typeof name === 'string',
  )
}
