import { codeOfStep, stepAt } from '#server/domains/accounts/second-factor/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret, as an authenticator app reads them. */
export function fromBase32(text: string): Buffer {
  const letters = Array.from(text)
  const bits = letters.map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows, so many steps from now. */
export const codeOf = (secret: string, later = 0): string =>
  codeOfStep(fromBase32(secret), stepAt(Date.now()) + later)
