import { setImmediate as nextTurn } from 'node:timers/promises'

/** The way of a request's network runs. */
export interface RunLane {
  /** Runs after all that were asked for before; rejects with the signal's reason instead once that has aborted. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * The runtime's binding computes on this very thread. Before each run the thread therefore hears what has come
 * meanwhile: that the request is cancelled, or that a file is written.
 */
export function createRunLane(signal: AbortSignal): RunLane {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const result = last.then(async () => {
        await nextTurn()
        signal.throwIfAborted()
        return work()
      })
      last = result.catch(() => undefined)
      return result
    },
  }
}
