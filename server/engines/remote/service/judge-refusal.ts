import {
  brokenService,
  contentRefused,
  notAccepted,
  notAvailable,
  type ServiceError,
} from './service-error.ts'

/** An answer of a service that is no success. */
export interface Refusal {
  status: number
  /** The body. */
  text: string
  /** Time for which the service wants to be left alone; null where it does not say. */
  retryAfterMs: number | null
}

/**
 * Judges a refusal by its HTTP status; what a service says otherwise, its client knows.
 * @param isContent whether its words say that a safety filter refused
 */
export function judgeRefusal(
  service: string,
  { status, text, retryAfterMs }: Refusal,
  isContent: (text: string) => boolean = () => false,
): ServiceError {
  if (isContent(text)) return contentRefused(service, text)
  // The key, the money there, too much at once, or a service that is away: not what was asked for.
  if ([401, 402, 403, 408, 429, 502, 503, 504, 529].includes(status))
    return notAvailable(service, text, { status, retryAfterMs })
  if (status >= 400 && status < 500) return notAccepted(service, status, text)
  return brokenService(service, `answered ${status}: ${text}`, { status })
}
