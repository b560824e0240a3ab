import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineError } from '../../spec/index.ts'
import type { EngineSource } from '../diffusion/loaded-model.ts'
import { toEngineError, workerLost } from './worker-errors.ts'
import type { FromWorker, ToWorker } from './worker-protocol.ts'

/** The process in which the networks run. */
export interface WorkerProcess {
  send(message: ToWorker): void
  /** A program that has nothing else to do may end while the engine is idle, and only then. */
  keepProgramAlive(busy: boolean): void
  /** Ends the process, if there is one. It keeps nothing that could be lost. */
  stop(): Promise<void>
}

export interface WorkerHandlers {
  onMessage(message: Exclude<FromWorker, { type: 'crashed' }>): void
  /** The process ended by itself; the next message starts a new one. */
  onLost(error: EngineError): void
}

/**
 * Pictures are large and lie outside of the heap, which itself stays small. V8 would look through all of it again for every
 * ten megabytes of them, two or three times a request; with room to grow it waits longer (decision 0044).
 */
const HEAP = '--heap-growing-percent=400'

/**
 * A process that is started by the first message to it, and again by the first one after it was lost. A process and
 * not a thread: what goes wrong in native code (memory, the runtime's own end) then ends a drawing, never the server.
 */
export function createWorkerProcess(
  source: EngineSource,
  handlers: WorkerHandlers,
  script = fileURLToPath(new URL('worker.ts', import.meta.url)),
): WorkerProcess {
  let current: ChildProcess | null = null

  function start(): ChildProcess {
    const worker = fork(script, [JSON.stringify(source)], {
      execArgv: [HEAP],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let failure: EngineError | null = null
    worker.on('message', (message) => {
      const told = message as FromWorker
      if (told.type === 'crashed') failure = toEngineError(told.error)
      else if (current === worker) handlers.onMessage(told)
    })
    const lost = (reason: string) => {
      if (current !== worker) return
      current = null
      handlers.onLost(failure ?? workerLost(reason))
    }
    worker.on('error', (error) => lost(error.message))
    worker.on('exit', (code, signal) => lost(signal ?? `exit code ${code}`))
    return worker
  }

  return {
    send(message) {
      current ??= start()
      // A message to a process that is just ending is lost with it; its exit says so.
      current.send(message, () => {})
    },
    keepProgramAlive(busy) {
      if (busy) {
        current?.ref()
        current?.channel?.ref()
      } else {
        current?.unref()
        current?.channel?.unref()
      }
    },
    async stop() {
      const worker = current
      current = null
      if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.ref()
      worker.kill('SIGKILL')
      await ended
    },
  }
}
