import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const DIGITS = 6
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps that the clock of a phone may be early or late. */
const TOLERANCE = 1

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** A new secret of an authenticator app. */
export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** RFC 4648, without padding, as authenticator apps read it. */
export const toBase32 = (bytes: Buffer): string => secretOf(bytes).base32

/** The time step that a moment is in. */
export const stepAt = (milliseconds: number): number =>
  Math.floor(milliseconds / 1000 / STEP_SECONDS)

/** The time step near a moment whose code this is (RFC 6238); null: none. */
export function matchingStep(secret: Buffer, code: string, milliseconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = TOTP.validate({
    token: code,
    secret: secretOf(secret),
    period: STEP_SECONDS,
    digits: DIGITS,
    timestamp: milliseconds,
    window: TOLERANCE,
  })
  return delta === null ? null : stepAt(milliseconds) + delta
}

/** The address by which authenticator apps take a secret over, as their QR codes hold it. */
export function totpUri(secret: Buffer, { issuer, email }: { issuer: string; email: string }) {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer })
  // Some apps show a plus sign as it stands.
  const text = query.toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${text}`
}
