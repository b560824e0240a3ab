import { createHmac, timingSafeEqual } from 'node:crypto'

/** Shortest time that a signed address is valid. */
const SHORTEST_SECONDS = 24 * 3600
/** How long an address stays the same, so that browsers find their cached copy. */
const WINDOW_SECONDS = 24 * 3600
/** Bytes of the HMAC that go into the address: 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16

export interface MediaSignature {
  exp: string | undefined
  sig: string | undefined
}

/** What an address was signed for: its owner's pages, or the trash. */
export type Scope = 'media' | 'trash'

function sign(secret: Buffer, scope: Scope, key: string, exp: number): Buffer {
  const hmac = createHmac('sha256', secret).update(`${scope}\n${key}\n${exp}`)
  return hmac.digest().subarray(0, SIGNATURE_BYTES)
}

/** Returns the second of the window in which a key's address changes: not the same for all, or every page would load everything again. */
function windowOffset(secret: Buffer, key: string): number {
  return sign(secret, 'media', key, 0).readUInt32BE() % WINDOW_SECONDS
}

/**
 * Root-relative address that shows a private file for 24 to 48 hours.
 * @param now milliseconds since 1970
 */
export function signedMediaUrl(
  secret: Buffer,
  { key, scope = 'media' }: { key: string; scope?: Scope },
  now: number,
): string {
  const seconds = Math.floor(now / 1000)
  const offset = windowOffset(secret, key)
  const started = Math.floor((seconds - offset) / WINDOW_SECONDS) * WINDOW_SECONDS + offset
  const exp = started + WINDOW_SECONDS + SHORTEST_SECONDS
  return `/media/${key}?exp=${exp}&sig=${sign(secret, scope, key, exp).toString('base64url')}`
}

/**
 * Checks the signature of an address.
 * @param scopes what it may have been signed for
 * @returns the milliseconds for which it stays valid, or null if it is wrong, missing or expired
 */
export function remainingValidity(
  secret: Buffer,
  { key, scopes }: { key: string; scopes: readonly Scope[] },
  { exp, sig }: MediaSignature,
  now: number,
): number | null {
  if (exp === undefined || sig === undefined || !/^[1-9]\d{0,11}$/.test(exp)) return null
  const given = Buffer.from(sig, 'base64url')
  const isOurs = scopes.some((scope) => {
    const expected = sign(secret, scope, key, Number(exp))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs) return null
  const remaining = Number(exp) * 1000 - now
  return remaining > 0 ? remaining : null
}
