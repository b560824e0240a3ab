import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineError } from '#lib/engine-spec/index.ts'
import { toEngineError, workerLost } from './worker-errors.ts'
import type { Crashed } from './worker-protocol.ts'

/** A process in which networks run. */
export interface WorkerProcess<To> {
  send(message: To): void
  /**
   * A program that has nothing else to do may end while the engine is idle, and only then. A process that stays idle
   * ends by itself, which gives its memory back; the next message starts another.
   */
  keepProgramAlive(busy: boolean): void
  /** Ends the process, if there is one. It keeps nothing that could be lost. */
  stop(): Promise<void>
}

export interface WorkerHandlers<From> {
  onMessage(message: Exclude<From, Crashed>): void
  /** The process ended by itself; the next message starts a new one. */
  onLost(error: EngineError): void
}

/**
 * Pictures are large and lie outside of the heap, which itself stays small. V8 would look through all of it again for every
 * ten megabytes of them, two or three times a request; with room to grow it waits longer (decision 0044).
 */
const HEAP = '--heap-growing-percent=400'

let idleMs: number | null = null

/** For all processes from now on; null: an idle one stays. */
export function endIdleProcessesAfter(ms: number | null): void {
  idleMs = ms
}

/**
 * A process that is started by the first message to it, and again by the first one after it was lost. A process and
 * not a thread: what goes wrong in native code (memory, the runtime's own end) then ends a drawing, never the server.
 *
 * @param settings the script's only argument, as JSON
 */
export function createWorkerProcess<To extends object, From extends { type: string }>(
  settings: object,
  handlers: WorkerHandlers<From>,
  script = fileURLToPath(new URL('worker.ts', import.meta.url)),
): WorkerProcess<To> {
  let current: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const worker = fork(script, [JSON.stringify(settings)], {
      execArgv: [HEAP],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let failure: EngineError | null = null
    worker.on('message', (message) => {
      const told = message as Exclude<From, Crashed> | Crashed
      if (isCrash(told)) failure = toEngineError(told.error)
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

  async function stop(): Promise<void> {
    clearTimeout(idle)
    idle = undefined
    const worker = current
    current = null
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.ref()
    worker.kill('SIGKILL')
    await ended
  }

  return {
    send(message) {
      current ??= start()
      // A message to a process that is just ending is lost with it; its exit says so.
      current.send(message, () => {})
    },
    keepProgramAlive(busy) {
      if (busy) {
        clearTimeout(idle)
        idle = undefined
        current?.ref()
        current?.channel?.ref()
      } else {
        current?.unref()
        current?.channel?.unref()
        if (idleMs !== null && current) idle ??= setTimeout(() => void stop(), idleMs).unref()
      }
    },
    stop,
  }
}

function isCrash(message: { type: string }): message is Crashed {
  return message.type === 'crashed'
}
