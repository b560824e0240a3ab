import { type EngineRegistry, WHY_PAUSED } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** The refusal of a model that cannot be ordered: why it is paused, that it rests with its engine, or that there is none. */
export async function noSuchModel(
  engines: Pick<EngineRegistry, 'isResting' | 'whyPaused'>,
  id: string,
): Promise<AppError> {
  const pausedBy = engines.whyPaused(id)
  if (pausedBy) return invalidField('model', WHY_PAUSED[pausedBy])
  if (!(await engines.isResting(id))) return invalidField('model', t('jobs.noSuchModel'))
  return new AppError('unavailable', `The engine of the model ${id} takes no work`, {
    userMessage: t('jobs.modelResting'),
    retryAfterSeconds: 30,
  })
}
