import { sharedSecret } from '#server/platform/db/index.ts'
import { createProofOfWork, type ProofOfWork } from '#server/platform/proof-of-work.ts'
import type { Platform } from './platform.ts'

/** Builds the proof of work that a visitor's browser brings; the challenges of one purpose are good for no other. */
export async function createAppWork(
  { db, limiter }: Pick<Platform, 'db' | 'limiter'>,
  name: 'trial' | 'account',
): Promise<ProofOfWork> {
  return createProofOfWork({
    secret: await sharedSecret(db, `${name}s`),
    limiter,
    name: `${name}-challenges`,
  })
}
