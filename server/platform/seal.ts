import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** A key of its own for each purpose, from the key of the installation (HKDF, RFC 5869). */
function keyFor(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES))
}

/** What a sealed text belongs to: in another place it cannot be read. */
export interface SealPlace {
  /** What such texts are for, as `engine credentials`. */
  purpose: string
  /** Id of the row that the text belongs to. */
  owner: string
}

/**
 * Encrypts a text for the database: AES-256-GCM with a key derived from `secret`.
 * @param secret the key of the installation, as `secretKey` gives it
 * @returns version (1 byte), nonce (12), tag (16), ciphertext
 */
export function seal(secret: Buffer, { purpose, owner }: SealPlace, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(secret, purpose), iv)
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body])
}

/** @returns null when it was sealed with another key, for another place, or is damaged */
export function unseal(
  secret: Buffer,
  { purpose, owner }: SealPlace,
  sealed: Buffer,
): string | null {
  const head = 1 + IV_BYTES + TAG_BYTES
  if (sealed.length < head || sealed[0] !== VERSION) return null
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyFor(secret, purpose), iv)
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, head))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
