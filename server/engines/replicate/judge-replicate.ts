import { z } from 'zod'
import type { Refusal } from '../remote/service/sdk-fetch.ts'
import {
  brokenService,
  contentRefused,
  notAccepted,
  notAvailable,
  readRetryAfter,
  type ServiceError,
  workFailed,
} from '../remote/service/service-error.ts'

const SERVICE = 'replicate'

const Problem = z.object({ title: z.string().optional(), detail: z.string().optional() })

/** Replicate's models have no code of their own for this; these are the words of their errors. */
const REFUSED =
  /nsfw|flagged as sensitive|safety (?:filter|system|check)|content (?:policy|moderation)|\bE005\b/i

/** What a refusal means, of whatever call. */
export function judgeReplicate({ status, text, header }: Refusal): ServiceError {
  const detail = readProblem(text)
  switch (status) {
    case 401:
    case 402:
    case 403:
      return notAvailable(SERVICE, detail, { status })
    case 400:
    case 404:
    case 413:
    case 422:
      return REFUSED.test(detail)
        ? contentRefused(SERVICE, detail)
        : notAccepted(SERVICE, status, detail)
    case 408:
    case 429:
    case 502:
    case 503:
    case 504:
      return notAvailable(SERVICE, detail, {
        status,
        retryAfterMs: readRetryAfter(header('retry-after')),
      })
    default:
      return brokenService(SERVICE, `answered ${status}: ${detail}`, status)
  }
}

function readProblem(text: string): string {
  try {
    const problem = Problem.safeParse(JSON.parse(text)).data
    return [problem?.title, problem?.detail].filter(Boolean).join(': ') || text
  } catch {
    return text
  }
}

/**
 * What went wrong with a prediction or a training that is over.
 * @param seconds that are billed all the same; null: not told
 */
export function judgeFailedWork(
  status: string,
  error: unknown,
  seconds: number | null = null,
): ServiceError {
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? '')
  return REFUSED.test(text)
    ? contentRefused(SERVICE, text)
    : workFailed(SERVICE, `${status}: ${text}`, seconds)
}
