import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** Heavy work of this process runs beside the thread that answers requests; more threads would only share its cores. */
const MOST_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
/** To start a thread takes a third of a second. */
const IDLE_MS = 10 * 60_000

let threads: Piscina | null = null

/**
 * Runs pure work in a thread of its own, so that no request waits for it. Threads start when they are needed, and do not keep the
 * process.
 * @param file whose default export does the work
 * @param input and what comes back are copied, so an error of a class of ours has to come back as data
 */
export function runInThread<Output>(file: URL, input: unknown): Promise<Output> {
  threads ??= new Piscina({
    minThreads: 0,
    maxThreads: MOST_THREADS,
    idleTimeout: IDLE_MS,
    // Waiting without them costs a turn of the loop and spares a thread that sleeps in a lock when the process ends.
    atomics: 'disabled',
  })
  return threads.run(input, { filename: file.href }) as Promise<Output>
}
