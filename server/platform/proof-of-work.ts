import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { WorkChallenge } from '#contract/proof-of-work.ts'
import type { Limit, RateLimiter } from './rate-limit.ts'

/** A desktop computer solves it in a quarter of a second on average, a phone in one or two. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' } as const
const VALID_SECONDS = 600

const Solved = z.object({
  challenge: WorkChallenge,
  solution: z.looseObject({ counter: z.number().int(), derivedKey: z.string().max(200) }),
})

/** Makes calls without an account cost a moment of computing, so that many of them cost much. Nobody has to see or solve anything. */
export interface ProofOfWork {
  /** Makes a challenge that only this installation can have made. */
  challenge(): Promise<WorkChallenge>
  /**
   * Takes a solved challenge, once.
   * @param encoded base64 of JSON, as altcha's clients send it
   * @returns whether it is right, in time, ours, and was not shown before
   */
  redeem(encoded: string): Promise<boolean>
}

interface ProofOfWorkDeps {
  /** Signs challenges; the same on every node. */
  secret: Buffer
  limiter: RateLimiter
  /** Names the counts of what was shown. */
  name: string
}

/** What a client sent; null: it is none of altcha's payloads. */
function readPayload(encoded: string): z.infer<typeof Solved> | null {
  try {
    return Solved.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    return null
  }
}

export function createProofOfWork({ secret, limiter, name }: ProofOfWorkDeps): ProofOfWork {
  const hmacSignatureSecret = secret.toString('base64url')
  /** Each may be shown once while it is valid. */
  const uses: Limit = { name, points: 1, seconds: VALID_SECONDS }
  return {
    async challenge() {
      const expiresAt = Math.floor(Date.now() / 1000) + VALID_SECONDS
      return WorkChallenge.parse(
        await createChallenge({ ...WORK, deriveKey, expiresAt, hmacSignatureSecret }),
      )
    },
    async redeem(encoded) {
      const payload = readPayload(encoded)
      if (!payload) return false
      // Of numbers and hex that no client would send.
      const result = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret }).catch(
        () => null,
      )
      if (result?.verified !== true) return false
      return limiter.allows(uses, payload.challenge.signature)
    },
  }
}
