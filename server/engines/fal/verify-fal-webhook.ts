import { createHash, createPublicKey, verify } from 'node:crypto'
import type { EngineMessage } from '../spec/index.ts'

/** A key of fal's JWKS: the 32 bytes of an Ed25519 key. */
export interface FalKey {
  x: string
}

const TOLERANCE_SECONDS = 300

/**
 * Whether fal sent a message: an Ed25519 signature over request id, user id, timestamp and the body's SHA-256, each on
 * a line of its own, by any of the keys; at most five minutes old.
 * @param now milliseconds
 */
export function isFromFal(
  { headers, body }: EngineMessage,
  keys: readonly FalKey[],
  now = Date.now(),
): boolean {
  const parts = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (part) => headers[`x-fal-webhook-${part}`],
  )
  if (!parts.every((part) => typeof part === 'string' && part !== '')) return false
  const [requestId, userId, timestamp, signature] = parts as [string, string, string, string]
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{128}$/i.test(signature)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const digest = createHash('sha256').update(body).digest('hex')
  const signed = Buffer.from([requestId, userId, timestamp, digest].join('\n'))
  const bytes = Buffer.from(signature, 'hex')
  return keys.some(({ x }) => verifies(x, signed, bytes))
}

function verifies(x: string, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, signed, key, signature)
  } catch {
    return false
  }
}
