import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { userError } from './errors.ts'
import { t } from '#server/texts/index.ts'

/** What heavy work one person may cause: reading, in characters that are read, or other work in its own unit. */
export interface WorkBudget {
  /**
   * Counts what is about to be done; before it is done, where that is known.
   * @throws {AppError} `throttled` when it is too much for one minute
   */
  spend(userId: string, amount: number): Promise<void>
}

/** Takes a thread some seconds at worst; the longest request that is accepted is a tenth of it. */
const CHARACTERS_A_MINUTE = 500_000
const WINDOW_SECONDS = 60

/** Kept in this process's memory, as the limits of calls are: it is this process that reads. */
export function createWorkBudget(points = CHARACTERS_A_MINUTE): WorkBudget {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
  return {
    async spend(userId, amount) {
      try {
        await limiter.consume(userId, amount)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = refusal.msBeforeNext / 1000
        throw userError('throttled', t('common.throttled'), { retryAfterSeconds: seconds })
      }
    },
  }
}
