import { createHash } from 'node:crypto'

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
