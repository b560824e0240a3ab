import { createHash } from 'node:crypto'
import { openFieldsOf } from '../kinds/registry.ts'

/** JSON with the keys of every object sorted and absent values left out: equal data gives equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** SHA-256 of the canonical JSON. */
export function hashRequest(value: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(value)).digest()
}

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
