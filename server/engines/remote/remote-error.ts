import { EngineError, type EngineErrorCode } from '../spec/index.ts'
import { type Said, t } from '#server/texts/index.ts'

/** A failure of a server elsewhere, with the HTTP status that told of it. */
export class RemoteError extends EngineError {
  /** Null when no answer came. */
  readonly status: number | null
  /** What it answered, of a refusal. */
  readonly answer: string | null

  /** @param message for the log; never with a key or a query in it */
  constructor(
    code: EngineErrorCode,
    message: string,
    options: {
      status: number | null
      retryable: boolean
      userMessage: Said
      answer?: string
      refusesAll?: boolean
      cause?: unknown
    },
  ) {
    super(code, message, options)
    this.status = options.status
    this.answer = options.answer ?? null
  }
}

/** The server gave no answer at all. */
export function unreachable(server: string, cause: unknown): RemoteError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new RemoteError('engine_unreachable', `${server}: ${reason}`, {
    status: null,
    retryable: true,
    userMessage: t('engines.serverNotReached'),
    cause,
  })
}

/** The server answered with something that is not what it should be. */
export function unreadable(server: string, what: string, cause?: unknown): RemoteError {
  return new RemoteError('engine_failed', `${server} ${what}`, {
    status: null,
    retryable: true,
    userMessage: t('engines.answerNotUsable'),
    cause,
  })
}

const OUT_OF_MEMORY = /out ?of ?memory|allocate .*memory/i

/**
 * What an HTTP status of a server of one's own means: 400 and 422 that it will never take this request, 429 and 503
 * that it has no room now, everything else that something broke inside.
 * @param text of the answer, for the log
 */
export function refusal(server: string, status: number, text: string): RemoteError {
  const message = `${server} answered ${status}: ${text.slice(0, 300)}`
  if (OUT_OF_MEMORY.test(text)) {
    return new RemoteError('out_of_memory', message, {
      status,
      answer: text,
      retryable: false,
      userMessage: t('engines.tooLargeForMemory'),
    })
  }
  if (status === 400 || status === 413 || status === 422) {
    return new RemoteError('unsupported', message, {
      status,
      answer: text,
      retryable: false,
      userMessage: t('engines.serverRefuses'),
    })
  }
  if (status === 429 || status === 503) {
    return new RemoteError('engine_unreachable', message, {
      status,
      answer: text,
      retryable: true,
      userMessage: t('engines.serverTooBusy'),
    })
  }
  return new RemoteError('engine_failed', message, {
    status,
    answer: text,
    retryable: status >= 500 || status === 408,
    userMessage: t('engines.serverCannot'),
  })
}
