import {
  EngineError,
  type EngineErrorCode,
  type EngineTrouble,
  type PausedBy,
  WHY_PAUSED,
} from '../../spec/index.ts'
import { lacksMoney, RemoteError } from '../remote-error.ts'
import { type Said, t } from '#server/texts/index.ts'

/**
 * A failure that a service answered, or that it did not answer at all. It carries no cause: the services' clients look
 * there for lost connections and would send again what may have arrived.
 */
export class ServiceError extends RemoteError {
  /** Time for which the service wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null
  /** Billed by the service for work that failed; null where it does not say. */
  readonly billedSeconds: number | null

  constructor(
    code: EngineErrorCode,
    message: string,
    options: {
      status: number | null
      retryable: boolean
      userMessage: Said
      retryAfterMs?: number | null
      billedSeconds?: number | null
      refusesAll?: boolean
      answer?: string
      trouble?: EngineTrouble
    },
  ) {
    super(code, message, options)
    this.billedSeconds = options.billedSeconds ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Whether the key is not accepted, or the account there has no money. */
const refusesAll = (status: number | null, detail: string): boolean =>
  status === 401 || lacksMoney(status, detail)

const BUSY = t('engines.serviceNotReached')

/** The service's own filter said no: nothing is charged and the same words would be refused again. */
export function contentRefused(service: string, detail: string): ServiceError {
  return new ServiceError('content_refused', `${service} refused the content: ${clip(detail)}`, {
    status: null,
    retryable: false,
    userMessage: t('engines.filterRefused'),
  })
}

/** One piece of work was begun and went wrong; others may not. */
export function workFailed(
  service: string,
  detail: string,
  billedSeconds: number | null = null,
): ServiceError {
  return new ServiceError('picture_failed', `${service}: ${clip(detail)}`, {
    status: null,
    retryable: true,
    userMessage: t('engines.serviceCouldNot'),
    billedSeconds,
  })
}

/** The service does not know, or no longer knows, this work. */
export function workLost(service: string, id: string): ServiceError {
  return new ServiceError('operation_lost', `${service} knows no request ${id}`, {
    status: 404,
    retryable: true,
    userMessage: t('engines.serviceLost'),
  })
}

/** The service wants something else than was sent, and always will. */
export function notAccepted(service: string, status: number, detail: string): ServiceError {
  return new ServiceError('unsupported', `${service} answered ${status}: ${clip(detail)}`, {
    status,
    retryable: false,
    userMessage: t('engines.serviceRefuses'),
  })
}

/** No answer, no room, no credit left there, or a key that is not accepted: another engine may do it. */
export function notAvailable(
  service: string,
  detail: string,
  {
    status = null,
    retryAfterMs = null,
    trouble,
  }: { status?: number | null; retryAfterMs?: number | null; trouble?: EngineTrouble } = {},
): ServiceError {
  const message = status === null ? clip(detail) : `answered ${status}: ${clip(detail)}`
  return new ServiceError('engine_unreachable', `${service} ${message}`, {
    status,
    answer: detail,
    retryable: true,
    userMessage: BUSY,
    retryAfterMs,
    refusesAll: refusesAll(status, detail),
    ...(trouble && { trouble }),
  })
}

/** Something broke inside the service, or its answer makes no sense. */
export function brokenService(
  service: string,
  detail: string,
  { status = null, trouble }: { status?: number | null; trouble?: EngineTrouble } = {},
): ServiceError {
  return new ServiceError('engine_failed', `${service}: ${clip(detail)}`, {
    status,
    retryable: true,
    userMessage: t('engines.serviceAnswerNotUsable'),
    ...(trouble && { trouble }),
  })
}

/** An administrator, or what its service did, keeps orders from a model. */
export const modelPaused = (model: string, pausedBy: PausedBy): EngineError =>
  new EngineError('unsupported', `${model} is paused (${pausedBy})`, {
    retryable: false,
    userMessage: WHY_PAUSED[pausedBy],
  })

/** Nothing of that name was added to the service, or not any more. */
export const noSuchModel = (service: string, model: string): EngineError =>
  new EngineError('model_missing', `${service} has no model ${model}`, {
    retryable: false,
    userMessage: t('engines.modelNotNow'),
  })

const MOST = 300

/** For a log: one line, and no more than is needed to see what it was. */
const clip = (text: string): string => text.replace(/\s+/g, ' ').slice(0, MOST)

/**
 * @param header `Retry-After`: seconds or a date
 * @returns milliseconds from now, at least 0; null for none
 */
export function readRetryAfter(header: string | null | undefined, now = Date.now()): number | null {
  if (header == null || header.trim() === '') return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
