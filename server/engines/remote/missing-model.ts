import { EngineError } from '../spec/index.ts'

/** The model is not on its server now; it may come back. @param message for the log */
export const noModel = (message: string, cause?: unknown): EngineError =>
  new EngineError('model_missing', message, {
    retryable: true,
    userMessage: 'This model is not on its server right now.',
    ...(cause !== undefined && { cause }),
  })

/** A sampler that the model does not have. @param name as it was asked for */
export const noSampler = (name: string): EngineError =>
  new EngineError('unsupported', `No sampler ${name} for this model there`, {
    retryable: false,
    userMessage: `"${name}" is not available with this model.`,
  })
