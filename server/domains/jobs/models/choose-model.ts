import type { EngineRegistry, FoundImageModel } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { defaultModel } from './default-model.ts'
import { noSuchModel } from './no-such-model.ts'

/**
 * A model by its id; without one, the {@link defaultModel}.
 * @param canDraw as in `EngineRegistry.findImageModel`
 * @throws {AppError} `invalid` for an unknown model, `unavailable` when no engine offers anything now, and for a model that rests
 */
export async function chooseModel(
  engines: EngineRegistry,
  modelId: string | undefined,
  canDraw?: (model: FoundImageModel['model']) => boolean,
): Promise<FoundImageModel> {
  const preferred = await defaultModel(engines)
  if (!preferred) {
    throw new AppError('unavailable', 'No engine offers a model', {
      userMessage: t('jobs.imagesNotNow'),
      retryAfterSeconds: 30,
    })
  }
  if (modelId === undefined) return preferred
  const choice = await engines.findImageModel(modelId, canDraw)
  if (!choice) throw await noSuchModel(engines, modelId)
  return choice
}
