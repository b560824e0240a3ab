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

const Item = z.object({ type: z.string().optional(), msg: z.string().optional() })
const Body = z.object({
  detail: z.union([z.string(), z.array(Item)]).optional(),
  error_type: z.string().optional(),
})

const SERVICE = 'fal'

interface Detail {
  types: string[]
  text: string
}

/** What an error body says: `detail` is a list of checks that failed, or a sentence beside `error_type`. */
export function readDetail(text: string): Detail {
  let body: z.infer<typeof Body> | undefined
  try {
    body = Body.safeParse(JSON.parse(text)).data
  } catch {
    return { types: [], text }
  }
  const { detail, error_type: type } = body ?? {}
  const items = Array.isArray(detail) ? detail : []
  return {
    types: [...items.flatMap((item) => item.type ?? []), ...(type === undefined ? [] : [type])],
    text: items.map(({ type: code, msg }) => `${code ?? ''} ${msg ?? ''}`).join('; ') || text,
  }
}

/** What a refusal means, of whatever call. */
export function judgeFal({ status, text, header }: Refusal): ServiceError {
  const { types, text: detail } = readDetail(text)
  if (types.includes('content_policy_violation')) return contentRefused(SERVICE, detail)
  switch (status) {
    case 401:
    case 402:
    case 403:
      return notAvailable(SERVICE, detail, { status })
    case 404:
    case 400:
    case 413:
    case 422:
      return notAccepted(SERVICE, status, detail)
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

/** What went wrong with a run that is over. A run that was not accepted will not be another time. */
export function judgeFailedRun(error: ServiceError | null, said: string): ServiceError {
  if (error && (error.code === 'content_refused' || error.status === 422)) return error
  return workFailed(SERVICE, said || (error?.message ?? 'failed'))
}
