import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { EngineError, FoundFace } from '../../spec/index.ts'
import type { EngineLog } from '../engine-log.ts'
import { toEngineError, workerLost } from '../process/worker-errors.ts'
import { createWorkLine } from '../process/work-line.ts'
import { createWorkerProcess } from '../process/worker-process.ts'
import type { FromToolProcess, ToToolProcess } from './tool-protocol.ts'

/** Finds faces while a person looks at the page and waits. */
export interface FaceFinder {
  /** The largest first. Throws EngineError. */
  find(image: Uint8Array, described?: boolean): Promise<FoundFace[]>
  /** Images that are being searched or wait. */
  load(): number
  dispose(): Promise<void>
}

interface Search {
  id: string
  image: Uint8Array
  described: boolean
  answer: PromiseWithResolvers<FoundFace[]>
}

/**
 * A process of its own: the work of the tools takes minutes, and who looks for faces would wait behind it.
 *
 * @param threads of one network run
 */
export function createFaceFinder(threads: number, log: EngineLog | undefined): FaceFinder {
  const line = createWorkLine<Search>(1, ({ id, image, described }) => {
    worker.send({ type: 'find-faces', id, image, described })
    worker.keepProgramAlive(true)
  })
  const worker = createWorkerProcess<ToToolProcess, FromToolProcess>(
    { threads },
    {
      onMessage(message) {
        const search = line.at(0)
        if (search?.id !== message.id) return
        if (message.type === 'faces') search.answer.resolve(message.faces)
        else if (message.type === 'failed') end(toEngineError(message.error))
        else if (message.type === 'ended') end(null)
      },
      onLost(error) {
        log?.warn({ err: error }, 'The process that finds faces ended')
        end(error)
      },
    },
    fileURLToPath(new URL('tool-process.ts', import.meta.url)),
  )

  function end(error: EngineError | null): void {
    if (error) line.at(0)?.answer.reject(error)
    line.release(0)
    worker.keepProgramAlive(line.at(0) !== null)
  }

  return {
    find(image, described = false) {
      const answer = Promise.withResolvers<FoundFace[]>()
      line.add({ id: randomUUID(), image, described, answer })
      return answer.promise
    },
    load: line.load,
    async dispose() {
      for (const { answer } of line.clear()) answer.reject(workerLost('the server stops'))
      await worker.stop()
    },
  }
}
