import type { Order } from '../../kind.ts'
import { EngineError, type ImageEngine, type LoraReference } from '#server/engines/spec/index.ts'
import { inEnglish, t } from '#server/texts/index.ts'

/**
 * Asked again when the drawing begins: a trained model that was deleted or taken back while the job waited is nobody's file any more,
 * and some engines draw on without it.
 * @throws {EngineError} for one that is not there now
 */
export async function requireLoras(
  image: ImageEngine,
  model: string,
  loras: readonly LoraReference[],
): Promise<void> {
  const listed = loras.flatMap((lora) => (lora.file ? [] : [lora.model]))
  if (listed.length === 0 || !image.fitLoras) return
  const gone = (await image.fitLoras(model, listed)).find(({ problem }) => problem !== null)
  if (!gone) return
  throw new EngineError(
    'unsupported',
    `The LoRA ${gone.id} is gone: ${inEnglish(gone.problem ?? '')}`,
    {
      retryable: false,
      userMessage: t('jobs.loraGone', { name: gone.id }),
    },
  )
}

/** LoRAs with the files of those that somebody trained and that whose job it is may use now. */
export const readOwnLoras = (
  readOwnLora: Order<unknown>['readOwnLora'],
  loras: readonly LoraReference[],
): Promise<LoraReference[]> =>
  Promise.all(loras.map(async (lora) => ({ ...lora, ...(await readOwnLora(lora.model)) })))
