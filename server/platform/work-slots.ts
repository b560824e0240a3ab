import PQueue from 'p-queue'
import type { AppError } from './errors.ts'

export interface WorkSlots {
  /**
   * Runs `work` once a slot is free, first come first served.
   * @throws {AppError} what `refusal` makes when too many wait
   */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Limits how much work runs at once and how much may wait for it. */
export function createWorkSlots(options: {
  running: number
  waiting: number
  refusal: () => AppError
}): WorkSlots {
  const queue = new PQueue({ concurrency: options.running })
  return {
    async run(work) {
      if (queue.size >= options.waiting) throw options.refusal()
      return queue.add(work)
    },
  }
}
