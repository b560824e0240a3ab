import { fileURLToPath } from 'node:url'
import type { EngineLog } from '../engine-log.ts'
import { EngineError, type EngineVideo } from '#lib/engine-spec/index.ts'
import { createProcessLine, type ProcessLine } from '../process/process-line.ts'
import { frameCount, type RenderOrder } from './render-video.ts'
import type { FromVideoProcess, ToVideoProcess } from './video-protocol.ts'
import { reason } from '../reason.ts'

interface Work {
  id: string
  /** Key of the work, by which another attempt finds what is finished of it. */
  key: string
  order: RenderOrder
}

/** Renders videos in a process of its own, one after the other. */
export type Renderer = ProcessLine<Work, ToVideoProcess, EngineVideo>

export interface RendererOptions {
  /** Threads of one network run. */
  threads: number
  /** Where finished segments are kept until their video is. */
  folder: string
  /** Networks that may take the place of the program's own; left out: none. */
  added?: { modelsDir: string; isSold(): boolean } | undefined
  log: EngineLog | undefined
}

export function createRenderer({ threads, folder, added, log }: RendererOptions): Renderer {
  return createProcessLine<Work, ToVideoProcess, FromVideoProcess, EngineVideo>({
    script: fileURLToPath(new URL('video-process.ts', import.meta.url)),
    settings: { threads, folder, ...(added && { modelsDir: added.modelsDir }) },
    log,
    problems: {
      failed: 'A video could not be rendered',
      lost: 'The process that renders videos ended',
    },
    begin: (work) => ({ type: 'render', ...work, isSold: added?.isSold() ?? true }),
    stop: (id) => ({ type: 'stop', id }),
    read(message, { order }) {
      if (message.type === 'video')
        return { type: 'image', image: { ...message.video, index: 0, seed: null } }
      const steps = frameCount(order)
      const { done: step, preview } = message
      return {
        type: 'progress',
        progress: {
          step,
          steps,
          // The file is still to be put together after the last frame.
          fraction: step / (steps + 1),
          previews: preview === null ? [] : [{ index: 0, url: preview }],
        },
      }
    },
    unknown: unknownWork,
  })
}

function unknownWork(id: string): EngineError {
  return new EngineError('operation_lost', `Nobody renders the video ${id} here.`, {
    retryable: true,
    userMessage: reason('engines.restartedVideo'),
  })
}
