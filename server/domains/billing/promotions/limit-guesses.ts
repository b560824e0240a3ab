import { type Limit, networkKey } from '#server/platform/rate-limit.ts'
import type { PaymentContext } from '../context.ts'

/** Codes are words that can be guessed: so often one is looked up, wherever it is typed. */
const LOOKS: Limit = { name: 'promotion-checks', points: 60, seconds: 600 }

/**
 * Counts that somebody asks for a code, by network and by account.
 * @param userId null: not signed in
 * @throws {AppError} `throttled`
 */
export async function limitGuesses(
  { limiter }: Pick<PaymentContext, 'limiter'>,
  { userId, ip }: { userId: string | null; ip: string },
): Promise<void> {
  await limiter.consume(LOOKS, networkKey(ip))
  if (userId !== null) await limiter.consume(LOOKS, userId)
}
