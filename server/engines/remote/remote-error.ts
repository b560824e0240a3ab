import { EngineError, type EngineErrorCode, type EngineTrouble } from '../spec/index.ts'
import { OutboundError } from '#server/platform/outbound-http.ts'
import { type Said, t } from '#server/texts/index.ts'

/** A failure of a server elsewhere, with the HTTP status that told of it. */
export class RemoteError extends EngineError {
  /** Null when no answer came. */
  readonly status: number | null
  /** The body of a refusal. */
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
      trouble?: EngineTrouble
      cause?: unknown
    },
  ) {
    const { status, trouble, answer = '' } = options
    super(code, message, {
      ...options,
      ...(status !== null && trouble === undefined && { trouble: troubleOfStatus(status, answer) }),
    })
    this.status = status
    this.answer = options.answer ?? null
  }
}

/** Said beside a 403 where an account has no money; other models than the one that was asked for may still be there. */
const NO_MONEY = /\b(?:locked|balance|exhausted)\b/i

/** Whether a refusal says that the account there has no money. @param answer the body */
export const lacksMoney = (status: number | null, answer: string): boolean =>
  status === 402 || (status === 403 && NO_MONEY.test(answer))

function troubleOfStatus(status: number, answer: string): EngineTrouble {
  if (lacksMoney(status, answer)) return 'no_money'
  if (status === 401 || status === 403) return 'refuses_credentials'
  if (status === 404) return 'no_such_server'
  return status === 429 || status === 503 ? 'too_busy' : 'answers_with_error'
}

/** The server gave no answer at all. */
export function unreachable(server: string, cause: unknown): RemoteError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new RemoteError('engine_unreachable', `${server}: ${reason}`, {
    status: null,
    retryable: true,
    userMessage: t('engines.serverNotReached'),
    trouble: troubleOfCall(cause),
    cause,
  })
}

/** Tells a server that is silent from one that is away. @param cause why a call had no answer */
export const troubleOfCall = (cause: unknown): EngineTrouble =>
  cause instanceof OutboundError && cause.fault === 'timeout' ? 'silent' : 'unreachable'

/** The server answered with something that is not what it should be. */
export function unreadable(
  server: string,
  what: string,
  { cause, trouble = 'unknown' }: { cause?: unknown; trouble?: EngineTrouble } = {},
): RemoteError {
  return new RemoteError('engine_failed', `${server} ${what}`, {
    status: null,
    retryable: true,
    userMessage: t('engines.answerNotUsable'),
    trouble,
    cause,
  })
}

const OUT_OF_MEMORY = /out ?of ?memory|allocate .*memory/i

/**
 * Maps an HTTP status of a self-hosted server to an error: 400 and 422 mean that it will never take this request, 429 and 503
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
