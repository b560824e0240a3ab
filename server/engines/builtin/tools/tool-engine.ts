import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  EngineError,
  type FoundFace,
  type ToolEngine,
  type ToolModel,
  type ToolRequest,
} from '../../spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import { createOperation, type Operation } from '../process/operation.ts'
import { toEngineError, workerLost } from '../process/worker-errors.ts'
import { createWorkerProcess, type WorkerProcess } from '../process/worker-process.ts'
import { LOOKS } from './avatars/looks.ts'
import { AVATAR_EDGE } from './limits.ts'
import { listToolModels } from './tool-models.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'

export interface BuiltinToolEngine extends ToolEngine {
  findFaces(image: Uint8Array): Promise<FoundFace[]>
  /** Pieces of work that run or wait. */
  load(): number
  dispose(): Promise<void>
}

interface Options {
  /** Of the engine whose part it is. */
  name: string
  /** Threads of one network run. */
  threads: number
  /** Processes, each of which does one piece of work at a time. */
  processes: number
  log: EngineLog | undefined
}

/** How long the pictures of work that ended are kept for a follower that has not come yet. */
const KEPT_MS = 10 * 60_000

interface Work {
  id: string
  message: Exclude<ToToolProcess, { type: 'stop' }>
  operation: Operation | null
  faces: PromiseWithResolvers<FoundFace[]> | null
}

/** A process, and what it does now. */
interface Place {
  worker: WorkerProcess<ToToolProcess>
  work: Work | null
}

/** The tools of the built-in engine, in processes of their own: a picture that breaks one breaks no other's work. */
export function createToolEngine({ name, threads, processes, log }: Options): BuiltinToolEngine {
  const operations = new Map<string, Operation>()
  const followed = new Set<string>()
  const waiting: Work[] = []
  const places: Place[] = Array.from({ length: processes }, () => {
    const place: Place = {
      work: null,
      worker: createWorkerProcess<ToToolProcess, FromToolProcess>(
        { threads },
        {
          onMessage: (message) => receive(place, message),
          onLost(error) {
            log?.warn({ err: error }, 'A process of the built-in tools ended')
            fail(place, error)
          },
        },
        fileURLToPath(new URL('tool-process.ts', import.meta.url)),
      ),
    }
    return place
  })

  function receive(place: Place, message: Exclude<FromToolProcess, { type: 'crashed' }>): void {
    const { work } = place
    if (!work || work.id !== message.id) return
    switch (message.type) {
      case 'progress': {
        const { step, steps } = message
        // The file is still to be written after the last step.
        const fraction = step / (steps + 0.2)
        work.operation?.push({
          type: 'progress',
          progress: { step, steps, fraction, previews: [] },
        })
        return
      }
      case 'image':
        work.operation?.push(message)
        return
      case 'faces':
        work.faces?.resolve(message.faces)
        return
      case 'ended':
        work.operation?.push(message)
        release(place)
        return
      case 'failed':
        log?.warn({ error: message.error }, 'A built-in tool could not do its work')
        fail(place, toEngineError(message.error))
    }
  }

  function fail(place: Place, error: EngineError): void {
    place.work?.operation?.push({ type: 'failed', error })
    place.work?.faces?.reject(error)
    release(place)
  }

  function release(place: Place): void {
    const { work } = place
    place.work = null
    if (work) setTimeout(() => operations.delete(work.id), KEPT_MS).unref()
    if (work && followed.has(work.id)) operations.delete(work.id)
    workNext()
  }

  function workNext(): void {
    for (const place of places) {
      if (place.work === null) {
        const next = waiting.shift()
        if (next) {
          place.work = next
          place.worker.send(next.message)
        }
      }
      place.worker.keepProgramAlive(place.work !== null)
    }
  }

  function add(work: Work): void {
    waiting.push(work)
    workNext()
  }

  return {
    stopsAtOnce: true,
    models: (): Promise<ToolModel[]> => listToolModels(),
    avatarLooks: () => LOOKS.map(({ id, name: title }) => ({ id, name: title, edge: AVATAR_EDGE })),
    findFaces(image) {
      const faces = Promise.withResolvers<FoundFace[]>()
      const id = randomUUID()
      // A person waits for it: before all work that has not begun.
      waiting.unshift({ id, message: { type: 'find-faces', id, image }, operation: null, faces })
      workNext()
      return faces.promise
    },
    async start(request: ToolRequest) {
      const id = randomUUID()
      const operation = createOperation(id)
      operations.set(id, operation)
      add({ id, message: { type: 'work', id, request }, operation, faces: null })
      return { engine: name, id }
    },
    async follow({ id }, handlers) {
      const operation = operations.get(id)
      if (!operation) throw unknownOperation(id)
      followed.add(id)
      try {
        return await operation.follow(handlers)
      } catch (error) {
        stop(id)
        throw error
      } finally {
        followed.delete(id)
        operations.delete(id)
      }
    },
    async cancel({ id }) {
      stop(id)
    },
    load: () => waiting.length + places.filter(({ work }) => work !== null).length,
    async dispose() {
      const error = workerLost('the server stops')
      waiting.length = 0
      for (const place of places) {
        place.work?.operation?.push({ type: 'failed', error })
        place.work?.faces?.reject(error)
        place.work = null
      }
      for (const operation of operations.values()) operation.push({ type: 'failed', error })
      await Promise.all(places.map(({ worker }) => worker.stop()))
    },
  }

  function stop(id: string): void {
    operations.get(id)?.cancel()
    if (!followed.has(id)) operations.delete(id)
    const waits = waiting.findIndex((work) => work.id === id)
    if (waits >= 0) waiting.splice(waits, 1)
    // The process comes free at its next look between two network runs; until then its place is taken.
    places.find(({ work }) => work?.id === id)?.worker.send({ type: 'stop', id })
  }
}

function unknownOperation(id: string): EngineError {
  return new EngineError('operation_lost', `The built-in tools know no work ${id}.`, {
    retryable: true,
    userMessage: 'The server was restarted while your image was being made.',
  })
}
