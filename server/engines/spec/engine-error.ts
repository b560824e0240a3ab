export type EngineErrorCode =
  | 'model_missing'
  | 'model_broken'
  | 'operation_lost'
  | 'unsupported'
  | 'out_of_memory'
  | 'picture_failed'
  | 'engine_failed'
  | 'engine_unreachable'

/** A failure inside an engine. `retryable` says whether the same request may succeed when made again. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly retryable: boolean
  /** One plain sentence for the person who waits. */
  readonly userMessage: string

  /** @param message for the log */
  constructor(
    code: EngineErrorCode,
    message: string,
    options: { retryable: boolean; userMessage: string; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'EngineError'
    this.code = code
    this.retryable = options.retryable
    this.userMessage = options.userMessage
  }
}
