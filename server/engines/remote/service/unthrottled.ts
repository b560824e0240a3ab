import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from './service-error.ts'

/** A request that was throttled has not begun, so it may be sent again; so often. */
const SENDS = 3
/** Where the service does not say how long. */
const THROTTLED_MS = 2_000
const LONGEST_MS = 20_000

/**
 * Sends what was throttled again, a few times.
 * @param options.statuses by which the service says that it has no room now
 * @throws what `send` throws; the reason of the signal, which ends the waiting
 */
export async function unthrottled<T>(
  send: () => Promise<T>,
  { statuses = [429], signal }: { statuses?: readonly number[]; signal?: AbortSignal } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const throttled =
        error instanceof ServiceError && error.status !== null && statuses.includes(error.status)
      if (!throttled || tries >= SENDS) throw error
      const ms = Math.min(LONGEST_MS, error.retryAfterMs ?? THROTTLED_MS * tries)
      await wait(ms, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
    }
  }
}
