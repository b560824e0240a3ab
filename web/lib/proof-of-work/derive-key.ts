import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { DeriveKeyFunction } from 'altcha-lib/types'

/**
 * Derives the key of a challenge where the browser has no `crypto.subtle`: it has it only under https and on localhost, and an
 * installation may be reached by a plain address of its network.
 */
export const deriveKeyInScript: DeriveKeyFunction = async (
  { algorithm, cost, keyLength },
  salt,
  password,
) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`No such proof of work: ${algorithm}`)
  const derivedKey = await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength })
  return { parameters: {}, derivedKey }
}
