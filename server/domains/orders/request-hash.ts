import { createHash } from 'node:crypto'

/** JSON with the keys of every object sorted and absent values left out: equal data gives equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  let members = ''
  for (const name of Object.keys(value).toSorted()) {
    const member = (value as Record<string, unknown>)[name]
    if (member === undefined) continue
    members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/** SHA-256 of the canonical JSON. */
export function hashRequest(value: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(value)).digest()
}
