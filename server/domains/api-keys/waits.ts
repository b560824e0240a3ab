import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

/** Calls of one key that wait for their jobs at once, on one node: each looks at its job again and again. */
const MOST_WAITS = 32
const RETRY_SECONDS = 5

/** Counts a call that waits for its job, until what it returns is called. @throws {AppError} `throttled` */
export type EnterWait = (caller: Pick<Caller, 'key' | 'userId'>) => () => void

/** Holds the calls of each key that wait to {@link MOST_WAITS}. */
export function createWaits(): EnterWait {
  const waiting = new Map<string, number>()
  return ({ key, userId }) => {
    const whose = key?.id ?? userId
    const count = waiting.get(whose) ?? 0
    if (count >= MOST_WAITS) {
      throw userError('throttled', t('api-keys.tooManyWaiting'), {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    waiting.set(whose, count + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (waiting.get(whose) ?? 1) - 1
      if (left > 0) waiting.set(whose, left)
      else waiting.delete(whose)
    }
  }
}
