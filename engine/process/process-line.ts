import type { EngineError, FollowHandlers, OperationResult } from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import type { OperationEvent } from './operation.ts'
import { createOperationList } from './operation-list.ts'
import { createWorkLine } from './work-line.ts'
import { toEngineError, workerLost } from './worker-errors.ts'
import { createWorkerProcess } from './worker-process.ts'
import type { Crashed, PlainError } from './worker-protocol.ts'

/** A process that does one piece of work after the other, and who waits for it. */
export interface ProcessLine<Work, To, Output> {
  add(work: Work): void
  follow(id: string, handlers: FollowHandlers<Output>): Promise<OperationResult>
  cancel(id: string): void
  /** The work that is done now; null if none is. */
  current(): Work | null
  /** Says something that is about no piece of work. */
  send(message: To): void
  /** Pieces of work that are done now or wait. */
  load(): number
  dispose(): Promise<void>
}

/** What every process says of its work. */
type WorkMessage =
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }

interface LineOptions<Work, To, From, Output> {
  /** The process's program. */
  script: string
  /** Its only argument, as JSON. */
  settings: object
  log: EngineLog | undefined
  /** For the log: what could not be done, and who ended. */
  problems: { failed: string; lost: string }
  begin(work: Work): To
  stop(id: string): To
  /** What is reported of work by a message that does not end it. */
  read(message: Exclude<From, Crashed | WorkMessage>, work: Work): OperationEvent<Output>
  /** The error for work that is not there. */
  unknown(id: string): EngineError
}

/** Work that is done in a process of its own, in the order in which it comes. */
export function createProcessLine<
  Work extends { id: string },
  To extends object,
  From extends { type: string; id: string } | Crashed,
  Output,
>(options: LineOptions<Work, To, From, Output>): ProcessLine<Work, To, Output> {
  const { log, problems } = options
  const operations = createOperationList<Output>(options.unknown, stop)
  const line = createWorkLine<Work>(1, (work) => {
    worker.send(options.begin(work))
    showBusy()
  })
  const worker = createWorkerProcess<To, From>(
    options.settings,
    {
      onMessage: (message) => receive(message),
      onLost(error) {
        log?.warn({ err: error }, problems.lost)
        fail(error)
      },
    },
    options.script,
  )

  function receive(message: Exclude<From, Crashed>): void {
    const work = line.at(0)
    const told = message as WorkMessage | Exclude<From, Crashed | WorkMessage>
    if (!work || work.id !== (told as WorkMessage).id) return
    if (isEnd(told)) {
      operations.end(work.id, told)
      release()
    } else if (isFailure(told)) {
      log?.warn({ error: told.error }, problems.failed)
      fail(toEngineError(told.error))
    } else operations.push(work.id, options.read(told, work))
  }

  function fail(error: EngineError): void {
    const work = line.at(0)
    if (work) operations.end(work.id, { type: 'failed', error })
    release()
  }

  function release(): void {
    line.release(0)
    showBusy()
  }

  function showBusy(): void {
    worker.keepProgramAlive(line.at(0) !== null)
  }

  function stop(id: string): void {
    operations.cancel(id)
    // The process comes free at its next look between two pieces of its work.
    if (line.remove(id) !== null) worker.send(options.stop(id))
  }

  return {
    add(work) {
      operations.add(work.id)
      line.add(work)
    },
    follow: operations.follow,
    cancel: stop,
    current: () => line.at(0),
    send: (message) => worker.send(message),
    load: line.load,
    async dispose() {
      line.clear()
      operations.failAll(workerLost('the server stops'))
      await worker.stop()
    },
  }
}

function isEnd(message: { type: string }): message is Extract<WorkMessage, { type: 'ended' }> {
  return message.type === 'ended'
}

function isFailure(message: { type: string }): message is Extract<WorkMessage, { type: 'failed' }> {
  return message.type === 'failed'
}
