import type { Said } from '../text.ts'

export type EngineErrorCode =
  | 'model_missing'
  | 'model_broken'
  | 'operation_lost'
  | 'unsupported'
  | 'out_of_memory'
  | 'picture_failed'
  | 'prompt_unknown'
  /** Somebody else's safety filter would not make this or hand it out. */
  | 'content_refused'
  /** A tool looked at its own result: it is not visibly better, or visibly wrong. Neither is charged. */
  | 'no_improvement'
  | 'quality_check'
  | 'engine_failed'
  | 'engine_unreachable'
  /** Its circuit is open: nothing was tried. */
  | 'engine_resting'

/** The reason an engine does not work, as far as it can be told; the console has words for each. */
export type EngineTrouble =
  | 'refuses_credentials'
  /** Its account at the service has no money left; the credentials are right. */
  | 'no_money'
  | 'no_such_server'
  | 'too_busy'
  | 'answers_with_error'
  | 'silent'
  | 'unreachable'
  | 'no_model'
  | 'other_kind'
  | 'rests'
  | 'unknown'

const TROUBLES: Partial<Record<EngineErrorCode, EngineTrouble>> = {
  model_missing: 'no_model',
  engine_unreachable: 'unreachable',
  engine_resting: 'rests',
}

/** A failure inside an engine. `retryable` says whether the same request may succeed when made again. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly retryable: boolean
  /** One plain sentence for the person who waits. */
  readonly userMessage: Said
  /** Cost of the attempt all the same, millionths of a US dollar. */
  readonly costMicros: number
  /** Nothing is taken there until somebody changes the key, or pays. */
  readonly refusesAll: boolean
  readonly trouble: EngineTrouble

  /** @param message for the log */
  constructor(
    code: EngineErrorCode,
    message: string,
    options: {
      retryable: boolean
      userMessage: Said
      costMicros?: number
      refusesAll?: boolean
      /** Given if it tells more than the code does. */
      trouble?: EngineTrouble
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.name = 'EngineError'
    this.code = code
    this.retryable = options.retryable
    this.userMessage = options.userMessage
    this.costMicros = options.costMicros ?? 0
    this.refusesAll = options.refusesAll ?? false
    this.trouble = options.trouble ?? TROUBLES[code] ?? 'unknown'
  }
}
