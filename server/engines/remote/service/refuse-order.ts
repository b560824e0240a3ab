import { EngineError } from '../../spec/index.ts'
import { t } from '#server/texts/index.ts'

/** The error for a model, or a tool, that is not in the catalogue. */
export function missing(model: string): EngineError {
  return new EngineError('model_missing', `The service offers no ${model}`, {
    retryable: true,
    userMessage: t('engines.modelNotNow'),
  })
}

/** The error for what the service cannot be told. */
export function unsupported(what: string): EngineError {
  return new EngineError('unsupported', `The service cannot do this with ${what}`, {
    retryable: false,
    userMessage: t('engines.notWithModel'),
  })
}
