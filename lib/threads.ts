import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Outcome, PieceOfWork } from './work-thread.ts'

/** Heavy work of this process runs beside the thread that answers requests; more threads would only share its cores. */
const MOST_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
/** To start a thread takes a third of a second; to keep it, some 40 MB. */
const IDLE_MS = 2 * 60_000

const THREAD = new URL('work-thread.ts', import.meta.url)

let threads: Piscina | null = null

interface Waiting {
  input: unknown
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** By file: what was asked for in this turn of the loop. */
const waiting = new Map<string, Waiting[]>()

/**
 * Runs pure work in a thread of its own, so that no request waits for it. Threads start when they are needed, and do not keep the
 * process. What is asked of one file in the same turn of the loop goes there together: a message takes the thread that answers
 * longer than the little work that is in most of them.
 * @param file whose default export does the work
 * @param input and what comes back are copied, so an error of a class of ours has to come back as data
 */
export function runInThread<Output>(file: URL, input: unknown): Promise<Output> {
  const { promise, resolve, reject } = Promise.withResolvers<Output>()
  const others = waiting.get(file.href)
  const one = { input, resolve, reject }
  if (others) others.push(one)
  else {
    waiting.set(file.href, [one])
    setImmediate(() => sendAll(file.href))
  }
  return promise
}

function sendAll(file: string): void {
  const all = waiting.get(file) ?? []
  waiting.delete(file)
  const share = Math.ceil(all.length / MOST_THREADS)
  for (let at = 0; at < all.length; at += share) void send(file, all.slice(at, at + share))
}

async function send(file: string, together: readonly Waiting[]): Promise<void> {
  threads ??= new Piscina({
    filename: THREAD.href,
    minThreads: 0,
    maxThreads: MOST_THREADS,
    idleTimeout: IDLE_MS,
    // Waiting without them costs a turn of the loop and spares a thread that sleeps in a lock when the process ends.
    atomics: 'disabled',
  })
  try {
    const work: PieceOfWork = { file, inputs: together.map(({ input }) => input) }
    const outcomes = (await threads.run(work)) as Outcome[]
    for (const [place, outcome] of outcomes.entries()) {
      const { resolve, reject } = together[place]!
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome.output)
    }
  } catch (error) {
    // The thread itself came to an end.
    for (const { reject } of together) reject(error)
  }
}
