import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits; about six bits each. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** `cus_` and 24 random characters: nobody guesses it. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}
