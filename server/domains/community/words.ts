const WORD = /[\p{L}\p{N}]+/gu
const MOST_WORDS = 12
const SIZE = 64
const GRAM = 3
const LARGEST = 127

/** The words of a text that are looked for, each once. */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(WORD) ?? [])].slice(0, MOST_WORDS)

/** For `to_tsquery('simple', ...)`: all of the words, each also as the beginning of a longer one; null where there are none. */
export function searchOf(text: string): string | null {
  const words = wordsOf(text)
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ')
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** The words of a text as 64 numbers of 8 bits and length 127: texts that share parts of words are near each other. */
export function vectorOf(text: string): Buffer {
  const sums = new Float64Array(SIZE)
  for (const word of new Set(text.toLowerCase().match(WORD) ?? [])) {
    const padded = ` ${word} `
    for (let at = 0; at + GRAM <= padded.length; at += 1) {
      const index = hash(padded.slice(at, at + GRAM)) % SIZE
      sums[index] = (sums[index] ?? 0) + 1
    }
  }
  const length = Math.hypot(...sums) || 1
  return Buffer.from(Int8Array.from(sums, (sum) => Math.round((sum / length) * LARGEST)).buffer)
}

/** How near two vectors are: 0 to 1. */
export function similarity(a: Buffer, b: Buffer): number {
  let sum = 0
  for (let at = 0; at < SIZE; at += 1) sum += a.readInt8(at) * b.readInt8(at)
  return sum / LARGEST ** 2
}
