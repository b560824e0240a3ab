import { hash, randomBytes } from 'node:crypto'

/** A random secret for a session or a link: 256 bits, safe in a header and in a URL. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. It is random, so one fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
