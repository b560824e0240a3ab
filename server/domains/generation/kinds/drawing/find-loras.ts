import type { DrawingRequest } from '#contract/generation-request.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import type { FoundImageModel, LoraFit } from '#server/engines/spec/index.ts'

/** What the engine says of every LoRA that a request names, each once; empty where it takes none. */
export async function findLoras(
  { image, model }: FoundImageModel,
  { prompt, loras }: Pick<DrawingRequest, 'prompt' | 'loras'>,
): Promise<LoraFit[]> {
  const tags = parseLoraTags(prompt).map(({ name }) => name)
  const ids = [...new Set([...loras.map((lora) => lora.model), ...tags])]
  return ids.length > 0 && image.fitLoras ? image.fitLoras(model.id, ids) : []
}
