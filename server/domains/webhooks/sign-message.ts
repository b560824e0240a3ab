import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

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

/** The headers of Standard Webhooks 1.0, with a signature for each secret. */
export const signMessage = (
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets
    .map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), body))
    .join(' '),
})
