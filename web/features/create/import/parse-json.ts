export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A string, or what Python writes outside strings and JSON does not know: NaN, Infinity, integers past 2^53. */
const TOKENS = /"(?:\\.|[^"\\])*"|-?\bInfinity\b|\bNaN\b|(?<![\d.])-?\d{16,}(?![\d.eE])/g

function storable(token: string): string {
  if (token.startsWith('"')) return token
  return /\d$/.test(token) ? `"${token}"` : 'null'
}

/**
 * An object that is written as JSON, as Python writes it; null for any other text. Integers of 16 digits and more
 * become texts, since a number would lose their last digits.
 */
export function parseObject(text: string | undefined): Json | null {
  if (text === undefined || !text.includes('{')) return null
  try {
    const value: unknown = JSON.parse(text.replaceAll(TOKENS, storable))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
