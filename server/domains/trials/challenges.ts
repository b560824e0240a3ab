import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { TrialChallenge } from '#contract/trials.ts'
import { userError } from '#server/platform/errors.ts'
import type { Limit, RateLimiter } from '#server/platform/rate-limit.ts'

/** A desktop computer solves it in a quarter of a second on average, a phone in one or two. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' } as const
const VALID_SECONDS = 600

const Solved = z.object({
  challenge: TrialChallenge,
  solution: z.looseObject({ counter: z.number().int(), derivedKey: z.string().max(200) }),
})

export interface ChallengeDeps {
  secret: Buffer
  limiter: RateLimiter
}

const keyOf = ({ secret }: ChallengeDeps) => secret.toString('base64url')

/** Each may be shown once while it is valid. */
const USES: Limit = { name: 'trial-challenges', points: 1, seconds: VALID_SECONDS }

/** Makes a proof of work that only this installation can have made. */
export async function makeChallenge(deps: ChallengeDeps): Promise<TrialChallenge> {
  return TrialChallenge.parse(
    await createChallenge({
      ...WORK,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + VALID_SECONDS,
      hmacSignatureSecret: keyOf(deps),
    }),
  )
}

/** What a client sent; null: it is none of altcha's payloads. */
function readPayload(encoded: string): z.infer<typeof Solved> | null {
  try {
    return Solved.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    return null
  }
}

/**
 * Takes a solved challenge, once.
 * @param encoded base64 of JSON, as altcha's clients send it
 * @throws {AppError} `invalid` for one that is wrong, over, not ours, or was shown before
 */
export async function redeemChallenge(deps: ChallengeDeps, encoded: string): Promise<void> {
  const payload = readPayload(encoded)
  const result =
    payload &&
    (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: keyOf(deps) }).catch(
      // Of numbers and hex that no client would send.
      () => null,
    ))
  const isNew = result?.verified && (await deps.limiter.allows(USES, payload!.challenge.signature))
  if (!isNew) {
    throw userError('invalid', 'That took too long. Please choose the photo again.')
  }
}
