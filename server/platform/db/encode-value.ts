/** How a value goes to PostgreSQL: as text, bytes as they are. */
export type Encoded = string | Buffer | null

function arrayItem(item: unknown): string {
  if (Array.isArray(item)) return arrayText(item)
  const encoded = encodeValue(item)
  if (encoded === null) return 'NULL'
  const text = typeof encoded === 'string' ? encoded : `\\x${encoded.toString('hex')}`
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

const arrayText = (items: unknown[]) => `{${items.map(arrayItem).join(',')}}`

/** Lists become arrays, other objects JSON, instants ISO 8601. */
export function encodeValue(value: unknown): Encoded {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayText(value)
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return JSON.stringify(value)
}
