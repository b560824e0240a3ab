import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'

/** Messages by field name, as Django REST Framework words them; `non_field_errors` for the whole form. */
export type FieldErrors = Record<string, string[]>

export interface AppErrorOptions {
  /** What the person reads, in `detail`. */
  userMessage?: string
  /** Answered instead of `detail` when the input was wrong. */
  fields?: FieldErrors
  /** Answered beside `detail`. */
  extra?: Record<string, unknown>
  /** Sent as the header `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** The only error that the program throws on purpose: a code, a message for the log, one for the user. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly userMessage: string
  readonly fields: FieldErrors | undefined
  readonly extra: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param message for the log; also shown to the user when no `userMessage` is given */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.userMessage = options.userMessage ?? message
    this.fields = options.fields
    this.extra = options.extra
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** A 400 that names one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', `${field}: ${message}`, { fields: { [field]: [message] } })
}

/** The answer for what is not there and for what is somebody else's. */
export function notFound(): AppError {
  return new AppError('not_found', 'Not found.')
}
