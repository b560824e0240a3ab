import { Worker } from 'node:worker_threads'
import type { EngineError } from '../spec/index.ts'
import type { EngineSource } from './loaded-model.ts'
import { workerLost } from './worker-errors.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

export interface WorkerThread {
  send(message: ToWorker): void
  /** A process that has nothing else to do may end while the engine is idle, and only then. */
  keepProcessAlive(busy: boolean): void
  /** Ends the thread, if there is one, after the network run that it is in. */
  stop(): Promise<void>
}

export interface ThreadHandlers {
  onMessage(message: FromWorker): void
  /** The thread ended by itself; the next message starts a new one. */
  onLost(error: EngineError): void
}

/** How long a network run may take before the thread is cut off in the middle of it. */
const END_MS = 15_000

/** A worker thread that is started by the first message to it, and again by the first one after it was lost. */
export function createWorkerThread(
  source: EngineSource,
  handlers: ThreadHandlers,
  script = new URL('worker.ts', import.meta.url),
): WorkerThread {
  let current: Worker | null = null

  function start(): Worker {
    const worker = new Worker(script, { workerData: source })
    let failure: Error | null = null
    worker.on('message', handlers.onMessage)
    worker.on('error', (error: Error) => (failure = error))
    worker.on('exit', () => {
      if (current !== worker) return
      current = null
      handlers.onLost(workerLost(failure))
    })
    return worker
  }

  return {
    send(message) {
      current ??= start()
      current.postMessage(message, [])
    },
    keepProcessAlive(busy) {
      if (busy) current?.ref()
      else current?.unref()
    },
    async stop() {
      const worker = current
      current = null
      if (!worker) return
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage({ type: 'end' } satisfies ToWorker, [])
      const late = setTimeout(() => void worker.terminate(), END_MS)
      await ended
      clearTimeout(late)
    },
  }
}
