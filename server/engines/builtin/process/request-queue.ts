import { EngineError } from '../../spec/index.ts'
import type {
  EngineImage,
  FollowHandlers,
  ImageRequest,
  OperationResult,
  PictureClassifier,
} from '../../spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import type { ModelVersion } from '../diffusion/loaded-model.ts'
import type { Operation } from './operation.ts'
import { createOperation } from './operation.ts'
import { createPictureChecks } from '../safety/picture-checks.ts'
import { toEngineError, workerLost } from './worker-errors.ts'
import type { WorkerHandlers, WorkerProcess } from './worker-process.ts'
import type { Crashed, FromWorker, ToWorker } from './worker-protocol.ts'

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

/** How long the pictures of a request that ended are kept for a follower that has not come yet. */
const KEPT_MS = 10 * 60_000

interface Waiting {
  id: string
  request: ImageRequest
  model: ModelVersion
}

export function createRequestQueue(
  createWorker: (handlers: WorkerHandlers<FromWorker>) => WorkerProcess<ToWorker>,
  log: EngineLog | undefined,
): RequestQueue {
  const operations = new Map<string, Operation>()
  const followed = new Set<string>()
  const waiting: Waiting[] = []
  let drawing: string | null = null
  let warming: PromiseWithResolvers<void> | null = null
  let fallback: string | null = null

  const worker = createWorker({
    onMessage: receive,
    onLost(error) {
      log?.warn({ err: error }, 'The drawing process of the built-in engine ended')
      endWarming((warm) => warm.reject(error))
      checks.lose(error)
      finish(drawing, (operation) => operation.push({ type: 'failed', error }))
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
        operations.get(message.id)?.push(message)
        return
      case 'ended':
        finish(message.id, (operation) => operation.push(message))
        return
      case 'failed':
        log?.warn({ error: message.error }, 'The built-in engine could not draw a request')
        finish(message.id, (operation) =>
          operation.push({ type: 'failed', error: toEngineError(message.error) }),
        )
    }
  }

  function endWarming(settle: (warm: PromiseWithResolvers<void>) => void): void {
    if (warming) settle(warming)
    warming = null
    showBusy()
  }

  function showBusy(): void {
    worker.keepProgramAlive(drawing !== null || warming !== null || checks.isBusy())
  }

  function drawNext(): void {
    const next = drawing === null ? waiting.shift() : undefined
    if (!next) return
    drawing = next.id
    worker.send({ type: 'draw', ...next })
    showBusy()
  }

  function finish(id: string | null, report: (operation: Operation) => void): void {
    if (id === null || drawing !== id) return
    drawing = null
    const operation = operations.get(id)
    if (operation) {
      report(operation)
      if (!followed.has(id)) setTimeout(() => operations.delete(id), KEPT_MS).unref()
    }
    drawNext()
    showBusy()
  }

  return {
    add(id, request, model) {
      operations.set(id, createOperation(id))
      waiting.push({ id, request, model })
      drawNext()
    },
    async follow(id, handlers) {
      const operation = operations.get(id)
      if (!operation || followed.has(id)) throw unknownOperation(id)
      followed.add(id)
      try {
        return await operation.follow(handlers)
      } catch (error) {
        // The follower could not take a picture: no more of them are wanted.
        stop(id)
        throw error
      } finally {
        followed.delete(id)
        operations.delete(id)
      }
    },
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
    load: () => waiting.length + (drawing === null ? 0 : 1),
    isStarting: () => warming !== null,
    fallback: () => fallback,
    async dispose() {
      for (const operation of operations.values())
        operation.push({ type: 'failed', error: workerLost('the server stops') })
      checks.lose(workerLost('the server stops'))
      waiting.length = 0
      drawing = null
      await worker.stop()
    },
  }

  function stop(id: string): void {
    operations.get(id)?.cancel()
    if (!followed.has(id)) operations.delete(id)
    const place = waiting.findIndex((entry) => entry.id === id)
    if (place >= 0) waiting.splice(place, 1)
    // The worker comes free at its next look between two network runs; until then the others wait.
    if (drawing === id) worker.send({ type: 'stop', id })
  }
}

function unknownOperation(id: string): EngineError {
  return new EngineError('operation_lost', `The built-in engine knows no request ${id}.`, {
    retryable: true,
    userMessage: 'The server was restarted while drawing.',
  })
}
