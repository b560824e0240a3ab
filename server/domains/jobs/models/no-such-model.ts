import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

/** The answer to a model that no engine offers: it rests with its engine, or there is none. */
export async function noSuchModel(
  engines: Pick<EngineRegistry, 'isResting'>,
  id: string,
): Promise<AppError> {
  if (!(await engines.isResting(id))) return invalidField('model', 'There is no such model.')
  return new AppError('unavailable', `The engine of the model ${id} takes no work`, {
    userMessage: 'This model is resting right now. Try again later, or choose another one.',
    retryAfterSeconds: 30,
  })
}
