import type { ByteRange } from '#server/platform/storage/index.ts'

const SINGLE = /^bytes=(\d*)-(\d*)$/

/**
 * Reads a `Range` header for a file of `size` bytes.
 * @returns the range, `null` when the whole file is to be sent (no header, several ranges, nonsense), or
 * `unsatisfiable` for a 416
 */
export function parseRange(
  header: string | undefined,
  size: number,
): Required<ByteRange> | 'unsatisfiable' | null {
  const [matched, first = '', last = ''] = SINGLE.exec(header ?? '') ?? []
  if (matched === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'unsatisfiable'
  return start > end ? null : { start, end }
}
