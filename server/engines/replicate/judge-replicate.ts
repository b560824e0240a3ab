import { z } from 'zod'
import { judgeRefusal, type Refusal } from '../remote/service/judge-refusal.ts'
import { contentRefused, type ServiceError, workFailed } from '../remote/service/service-error.ts'

const SERVICE = 'replicate'

const Problem = z.object({ title: z.string().optional(), detail: z.string().optional() })

/** Replicate's models have no code of their own for this; these are the words of their errors. */
const REFUSED =
  /nsfw|flagged as sensitive|safety (?:filter|system|check)|content (?:policy|moderation)|\bE005\b/i

/** What a refusal means, of whatever call. */
export function judgeReplicate(refusal: Refusal): ServiceError {
  const text = readProblem(refusal.text)
  const isContent = () => [400, 404, 413, 422].includes(refusal.status) && REFUSED.test(text)
  return judgeRefusal(SERVICE, { ...refusal, text }, isContent)
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
