import type { DrawingRequest } from '#contract/generation-request.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import type { ResolveContext } from '../../kind.ts'
import type { FoundImageModel, LoraFit, SubjectName } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'

/** A LoRA that a request names. */
export interface FoundLora extends LoraFit {
  /** What the prompt may name beside what the model knows. */
  subject?: SubjectName
}

/** What can be said of every LoRA that a request names, each once; empty where the engine takes none. */
export async function findLoras(
  { findOwnLoras }: Pick<ResolveContext, 'findOwnLoras'>,
  { image, model }: FoundImageModel,
  { prompt, loras }: Pick<DrawingRequest, 'prompt' | 'loras'>,
): Promise<FoundLora[]> {
  const tags = parseLoraTags(prompt).map(({ name }) => name)
  const ids = [...new Set([...loras.map((lora) => lora.model), ...tags])]
  if (ids.length === 0 || !image.fitLoras) return []
  const trained = (await findOwnLoras(ids)).map((own): FoundLora => {
    const problem = own.model === model.id ? null : t('jobs.loraOfOtherModel', { name: own.id })
    return { id: own.id, hash: own.hash, problem, ...(own.subject && { subject: own.subject }) }
  })
  const others = ids.filter((id) => trained.every((own) => own.id !== id))
  return [...trained, ...(others.length > 0 ? await image.fitLoras(model.id, others) : [])]
}
