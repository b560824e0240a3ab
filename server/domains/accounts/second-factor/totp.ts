import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps that the clock of a phone may be early or late. */
const TOLERANCE = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of an authenticator app. */
export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** RFC 4648, without padding, as authenticator apps read it. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The time step that a moment is in. */
export const stepAt = (milliseconds: number): number =>
  Math.floor(milliseconds / 1000 / STEP_SECONDS)

/** The code of a time step: HOTP (RFC 4226) over the number of the step, as RFC 6238 says. */
export function codeOfStep(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step near a moment whose code this is; null: none. */
export function matchingStep(secret: Buffer, code: string, milliseconds: number): number | null {
  if (code.length !== DIGITS) return null
  const given = Buffer.from(code)
  let found: number | null = null
  for (let late = -TOLERANCE; late <= TOLERANCE; late++) {
    const step = stepAt(milliseconds) + late
    const expected = Buffer.from(codeOfStep(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** The address by which authenticator apps take a secret over, as their QR codes hold it. */
export function totpUri(secret: Buffer, { issuer, email }: { issuer: string; email: string }) {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer })
  // Some apps show a plus sign as it stands.
  const text = query.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${text}`
}
