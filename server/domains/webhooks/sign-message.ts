import { createHmac, randomBytes } from 'node:crypto'

/** As Standard Webhooks marks a secret for signatures by HMAC. */
const MARK = 'whsec_'
const SECRET_BYTES = 32

export const createSigningSecret = (): string => MARK + randomBytes(SECRET_BYTES).toString('base64')

/** What is signed of a message. */
export interface SignedMessage {
  id: string
  /** When it is sent, seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * The headers of Standard Webhooks 1.0, with a signature for each secret. By hand: the package `standardwebhooks` is for
 * receivers as much as for senders, and of its code a sender needs these few lines of the specification.
 */
export function signMessage(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(MARK.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
