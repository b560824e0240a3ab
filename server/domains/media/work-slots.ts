import { AppError } from '#server/platform/errors.ts'

export interface WorkSlots {
  /** Runs `work` once a slot is free, first come first served; `AppError` `unavailable` when too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Limits how much work runs at once and how much may wait for it. */
export function createWorkSlots(options: { running: number; waiting: number }): WorkSlots {
  const queue: (() => void)[] = []
  let running = 0

  return {
    async run(work) {
      if (running < options.running) {
        running++
      } else {
        if (queue.length >= options.waiting) {
          throw new AppError('unavailable', 'Too many images are waiting to be resized', {
            userMessage: 'The server is busy. Please try again in a moment.',
            retryAfterSeconds: 2,
          })
        }
        // Whoever ends hands its slot over, so `running` does not change.
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
