/** Messages between the engine and the process that renders videos. */
import type { Crashed, PlainError } from '../process/worker-protocol.ts'
import type { EngineVideo } from '#lib/engine-spec/index.ts'
import type { RenderOrder } from './render-video.ts'

export type ToVideoProcess =
  /** `isSold`: people pay on this site. */
  | { type: 'render'; id: string; key: string; order: RenderOrder; isSold: boolean }
  /** Stops that work between two frames; of no effect if it has ended. */
  | { type: 'stop'; id: string }

export type FromVideoProcess =
  | { type: 'frame'; id: string; done: number; preview: string | null }
  | { type: 'video'; id: string; video: Omit<EngineVideo, 'index' | 'seed'> }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | Crashed
