import { EngineError } from '#lib/engine-spec/index.ts'
import type {
  EngineImage,
  FollowHandlers,
  ImageRequest,
  OperationResult,
  PictureClassifier,
} from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import type { ModelVersion } from '../diffusion/loaded-model.ts'
import { createOperationList } from './operation-list.ts'
import { createPictureChecks } from './picture-checks.ts'
import { toEngineError, workerLost } from './worker-errors.ts'
import { createWorkLine } from './work-line.ts'
import type { WorkerHandlers, WorkerProcess } from './worker-process.ts'
import type { Crashed, FromWorker, ToWorker } from './worker-protocol.ts'
import { reason } from '../reason.ts'

/** Requests of the built-in engine: one is drawn, the others wait in the order in which they came. */
export interface RequestQueue extends PictureClassifier {
  add(id: string, request: ImageRequest, model: ModelVersion): void
  follow(id: string, handlers: FollowHandlers<EngineImage>): Promise<OperationResult>
  cancel(id: string): void
  warmUp(model: ModelVersion): Promise<void>
  load(): number
  isStarting(): boolean
  /** Why networks run on the processor instead of what was asked for; null if they do not. */
  fallback(): string | null
  dispose(): Promise<void>
}

interface Waiting {
  id: string
  request: ImageRequest
  model: ModelVersion
}

export function createRequestQueue(
  createWorker: (handlers: WorkerHandlers<FromWorker>) => WorkerProcess<ToWorker>,
  log: EngineLog | undefined,
): RequestQueue {
  const operations = createOperationList(unknownOperation, stop)
  const line = createWorkLine<Waiting>(1, (next) => {
    worker.send({ type: 'draw', ...next })
    showBusy()
  })
  let warming: PromiseWithResolvers<void> | null = null
  let fallback: string | null = null

  const worker = createWorker({
    onMessage: receive,
    onLost(error) {
      log?.warn({ err: error }, 'The drawing process of the built-in engine ended')
      endWarming((warm) => warm.reject(error))
      checks.lose(error)
      const drawing = line.at(0)
      if (drawing) finish(drawing.id, { type: 'failed', error })
    },
  })

  const checks = createPictureChecks((message) => worker.send(message))

  function receive(message: Exclude<FromWorker, Crashed>): void {
    switch (message.type) {
      case 'warm':
        endWarming((warm) => warm.resolve())
        return
      case 'fallback':
        if (fallback !== message.problem) log?.warn({}, `The built-in engine: ${message.problem}.`)
        fallback = message.problem
        return
      case 'warm-up-failed':
        endWarming((warm) => warm.reject(toEngineError(message.error)))
        return
      case 'classified':
      case 'not-classified':
        checks.receive(message)
        showBusy()
        return
      case 'progress':
      case 'image':
        operations.push(message.id, message)
        return
      case 'ended':
        finish(message.id, message)
        return
      case 'failed':
        log?.warn({ error: message.error }, 'The built-in engine could not draw a request')
        finish(message.id, { type: 'failed', error: toEngineError(message.error) })
    }
  }

  function endWarming(settle: (warm: PromiseWithResolvers<void>) => void): void {
    if (warming) settle(warming)
    warming = null
    showBusy()
  }

  function showBusy(): void {
    worker.keepProgramAlive(line.at(0) !== null || warming !== null || checks.isBusy())
  }

  function finish(id: string, event: Parameters<typeof operations.end>[1]): void {
    if (line.at(0)?.id !== id) return
    operations.end(id, event)
    line.release(0)
    showBusy()
  }

  return {
    add(id, request, model) {
      operations.add(id)
      line.add({ id, request, model })
    },
    follow: operations.follow,
    cancel: stop,
    classify(picture) {
      const scores = checks.classify(picture)
      showBusy()
      return scores
    },
    async warmUp(model) {
      if (!warming) {
        warming = Promise.withResolvers()
        worker.send({ type: 'warm-up', model })
        showBusy()
      }
      await warming.promise
    },
    load: line.load,
    isStarting: () => warming !== null,
    fallback: () => fallback,
    async dispose() {
      operations.failAll(workerLost('the server stops'))
      checks.lose(workerLost('the server stops'))
      line.clear()
      await worker.stop()
    },
  }

  function stop(id: string): void {
    operations.cancel(id)
    // The worker comes free at its next look between two network runs; until then the others wait.
    if (line.remove(id) !== null) worker.send({ type: 'stop', id })
  }
}

function unknownOperation(id: string): EngineError {
  return new EngineError('operation_lost', `The built-in engine knows no request ${id}.`, {
    retryable: true,
    userMessage: reason('engines.restartedDrawing'),
  })
}
