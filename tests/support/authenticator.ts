import { HOTP, Secret } from 'otpauth'
import { stepAt } from '#server/domains/accounts/second-factor/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret, as an authenticator app reads them. */
export function fromBase32(text: string): Buffer {
  const letters = Array.from(text)
  const bits = letters.map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a time step, as an authenticator app reckons it. */
export const codeOfStep = (secret: Buffer, step: number): string =>
  HOTP.generate({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), counter: step })

/** The code that an authenticator app shows, so many steps from now. */
export const codeOf = (secret: string, later = 0): string =>
  codeOfStep(fromBase32(secret), stepAt(Date.now()) + later)
