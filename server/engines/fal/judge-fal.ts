import { z } from 'zod'
import { judgeRefusal, type Refusal } from '../remote/service/judge-refusal.ts'
import { contentRefused, type ServiceError, workFailed } from '../remote/service/service-error.ts'

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
export function judgeFal(refusal: Refusal): ServiceError {
  const { types, text: detail } = readDetail(refusal.text)
  if (types.includes('content_policy_violation')) return contentRefused(SERVICE, detail)
  return judgeRefusal(SERVICE, { ...refusal, text: detail })
}

/** What went wrong with a run that is over. A run that was not accepted will not be another time. */
export function judgeFailedRun(error: ServiceError | null, said: string): ServiceError {
  if (error && (error.code === 'content_refused' || error.status === 422)) return error
  return workFailed(SERVICE, said || (error?.message ?? 'failed'))
}
