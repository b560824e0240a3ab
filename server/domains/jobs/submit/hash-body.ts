import { hashRequest } from '#server/domains/orders/index.ts'
import { openFieldsOf } from '../registry.ts'

/**
 * SHA-256 of what was sent, for a retry or a price to be known by. What a request leaves open counts as its kind says
 * (`openFields`).
 */
export const hashBody = (body: object): Buffer => hashRequest(withDefaults(body))

function withDefaults(body: object): object {
  if ('jobs' in body && Array.isArray(body.jobs))
    return { ...body, jobs: body.jobs.map((job: object) => withDefaults(job)) }
  if (!('type' in body)) return body
  const asked = Object.entries(body).filter(([, value]) => value !== undefined)
  return { ...openFieldsOf(body.type), ...Object.fromEntries(asked) }
}
