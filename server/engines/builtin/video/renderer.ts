import { fileURLToPath } from 'node:url'
import type { EngineLog } from '../engine-log.ts'
import {
  EngineError,
  type EngineVideo,
  type FollowHandlers,
  type OperationResult,
} from '../../spec/index.ts'
import { createOperationList } from '../process/operation-list.ts'
import { createWorkLine } from '../process/work-line.ts'
import { toEngineError, workerLost } from '../process/worker-errors.ts'
import { createWorkerProcess } from '../process/worker-process.ts'
import { frameCount, type RenderOrder } from './render-video.ts'
import type { FromVideoProcess, ToVideoProcess } from './video-protocol.ts'

interface Work {
  id: string
  /** Of the work, by which another attempt finds what is finished of it. */
  key: string
  order: RenderOrder
}

/** Renders videos in a process of its own, one after the other. */
export interface Renderer {
  add(work: Work): void
  follow(id: string, handlers: FollowHandlers<EngineVideo>): Promise<OperationResult>
  cancel(id: string): void
  load(): number
  dispose(): Promise<void>
}

export interface RendererOptions {
  /** Threads of one network run. */
  threads: number
  /** Where finished segments are kept until their video is. */
  folder: string
  log: EngineLog | undefined
}

export function createRenderer({ threads, folder, log }: RendererOptions): Renderer {
  const operations = createOperationList<EngineVideo>(unknownWork, stop)
  const line = createWorkLine<Work>(1, (work) => {
    worker.send({ type: 'render', ...work })
    showBusy()
  })
  const worker = createWorkerProcess<ToVideoProcess, FromVideoProcess>(
    { threads, folder },
    {
      onMessage: receive,
      onLost(error) {
        log?.warn({ err: error }, 'The process that renders videos ended')
        fail(error)
      },
    },
    fileURLToPath(new URL('video-process.ts', import.meta.url)),
  )

  function receive(message: Exclude<FromVideoProcess, { type: 'crashed' }>): void {
    const work = line.at(0)
    if (work?.id !== message.id) return
    switch (message.type) {
      case 'frame': {
        const steps = frameCount(work.order)
        const { done: step, preview } = message
        operations.push(work.id, {
          type: 'progress',
          progress: {
            step,
            steps,
            // The file is still to be put together after the last frame.
            fraction: step / (steps + 1),
            previews: preview === null ? [] : [{ index: 0, url: preview }],
          },
        })
        return
      }
      case 'video':
        operations.push(work.id, {
          type: 'image',
          image: { ...message.video, index: 0, seed: null },
        })
        return
      case 'ended':
        operations.end(work.id, message)
        release()
        return
      case 'failed':
        log?.warn({ error: message.error }, 'A video could not be rendered')
        fail(toEngineError(message.error))
    }
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

  return {
    add(work) {
      operations.add(work.id)
      line.add(work)
    },
    follow: operations.follow,
    cancel: stop,
    load: line.load,
    async dispose() {
      line.clear()
      operations.failAll(workerLost('the server stops'))
      await worker.stop()
    },
  }

  function stop(id: string): void {
    operations.cancel(id)
    // The process comes free at its next look between two frames.
    if (line.remove(id) !== null) worker.send({ type: 'stop', id })
  }
}

function unknownWork(id: string): EngineError {
  return new EngineError('operation_lost', `Nobody renders the video ${id} here.`, {
    retryable: true,
    userMessage: 'The server was restarted while your video was being made.',
  })
}
