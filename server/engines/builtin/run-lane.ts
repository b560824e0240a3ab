import { setImmediate as nextTurn } from 'node:timers/promises'

/** The way of a request's network runs. */
export interface RunLane {
  /** Rejects with the signal's reason instead of running once that has aborted. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * The runtime's binding computes on this very thread. Before each run the thread therefore hears what has come
 * meanwhile: that the request is cancelled, or that a file is written.
 */
export function createRunLane(signal: AbortSignal): RunLane {
  return {
    async run(work) {
      await nextTurn()
      signal.throwIfAborted()
      return work()
    },
  }
}
