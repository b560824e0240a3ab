import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { inEnglish, type Said, t } from '#server/texts/index.ts'

/** Messages by field name, as Django REST Framework words them; `non_field_errors` for the whole form. */
export type FieldErrors = Record<string, Said[]>

/** The same as finished English sentences. */
export type FieldSentences = Record<string, string[]>

interface Details {
  /** Answered beside `detail`. */
  extra?: Record<string, unknown>
  /** Sent as the header `Retry-After`; a 503 has it in any case. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** What the person reads is said at every throw; null: only that something went wrong, and under which reference. */
export type AppErrorOptions = Details &
  (
    | {
        /** Answered in `detail`. */
        userMessage: Said | null
        fields?: undefined
      }
    | {
        userMessage?: undefined
        /** Answered instead of `detail` when the input was wrong. */
        fields: FieldErrors
      }
  )

/** When it may be worth asking again for what is not there now, where nobody knows better. */
const RETRY_SECONDS = 30

/** The only error that the program throws on purpose: a code, a message for the log, one for the user. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly userMessage: Said | null
  readonly fields: FieldErrors | undefined
  readonly extra: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param message for the log alone; see {@link userError} where the user may read the same */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.userMessage = options.userMessage ?? null
    this.fields = options.fields
    this.extra = options.extra
    this.retryAfterSeconds =
      options.retryAfterSeconds ?? (this.status === 503 ? RETRY_SECONDS : undefined)
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  /** The first text that the user may read; null: there is none. */
  get words(): Said | null {
    return Object.values(this.fields ?? {})[0]?.[0] ?? this.userMessage
  }

  /** The same as an English sentence, for what stores it or answers in English alone. */
  get sentence(): string | null {
    return this.words === null ? null : inEnglish(this.words)
  }

  /** The messages of fields as English sentences, for what puts them into longer ones. */
  get fieldSentences(): FieldSentences | undefined {
    return (
      this.fields &&
      Object.fromEntries(
        Object.entries(this.fields).map(([field, messages]) => [field, messages.map(inEnglish)]),
      )
    )
  }
}

/** An error whose text is for the user, who reads it in `detail`, and for the log alike. */
export function userError(code: ErrorCode, said: Said, details: Details = {}): AppError {
  return new AppError(code, inEnglish(said), { ...details, userMessage: said })
}

/** A 400 that names one field. */
export function invalidField(field: string, said: Said): AppError {
  return new AppError('invalid', `${field}: ${inEnglish(said)}`, { fields: { [field]: [said] } })
}

/** A 400 that names every field that is wrong. */
export function invalidFields(fields: FieldErrors): AppError {
  return new AppError('invalid', `invalid input: ${Object.keys(fields).join(', ')}`, { fields })
}

/** @throws {AppError} `invalid` where a field is wrong */
export function refuseFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

/** The answer for what is not there and for what is somebody else's. */
export function notFound(): AppError {
  return userError('not_found', t('requests.notFound'))
}
