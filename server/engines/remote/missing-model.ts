import { EngineError } from '../spec/index.ts'
import { t } from '#server/texts/index.ts'

/** The model is not on its server now; it may come back. @param message for the log */
export const noModel = (message: string, cause?: unknown): EngineError =>
  new EngineError('model_missing', message, {
    retryable: true,
    userMessage: t('engines.modelNotOnServer'),
    ...(cause !== undefined && { cause }),
  })

/** A sampler that the model does not have. @param name as it was asked for */
export const noSampler = (name: string): EngineError =>
  new EngineError('unsupported', `No sampler ${name} for this model there`, {
    retryable: false,
    userMessage: t('common.nameNotWithModel', { name }),
  })
