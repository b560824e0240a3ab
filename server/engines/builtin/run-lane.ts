/**
 * Lets one network run at a time, in the order in which they were asked for. Several pictures can then be in work side
 * by side: what one of them computes between two runs is done while another's network runs.
 */
export interface RunLane {
  /** Rejects with the signal's reason instead of running once that has aborted. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createRunLane(signal: AbortSignal): RunLane {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async run(work) {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      try {
        await before
        signal.throwIfAborted()
        return await work()
      } finally {
        resolve()
      }
    },
  }
}
