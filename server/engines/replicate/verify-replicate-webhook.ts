import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EngineMessage } from '../spec/index.ts'

const TOLERANCE_SECONDS = 300

/**
 * Whether Replicate sent a message, in the scheme of Svix: one of the signatures is the HMAC-SHA256 of
 * `id.timestamp.body`; at most five minutes old. The client's own check knows no age and compares in variable time.
 * @param secret `whsec_` and the key in base64
 * @param now milliseconds
 */
export function isFromReplicate(
  { headers, body }: EngineMessage,
  secret: string,
  now = Date.now(),
): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (part) => headers[`webhook-${part}`],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    return false
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
