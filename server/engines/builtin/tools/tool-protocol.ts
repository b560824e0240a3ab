/** Messages between the engine and a process of the tools. */
import type { EngineImage, FoundFace, ToolRequest } from '../../spec/index.ts'
import type { Crashed, PlainError } from '../process/worker-protocol.ts'

export type ToToolProcess =
  | { type: 'work'; id: string; request: ToolRequest }
  | { type: 'find-faces'; id: string; image: Uint8Array; described: boolean }
  /** Stops that work between two runs of a network; of no effect if it has ended. */
  | { type: 'stop'; id: string }

export type FromToolProcess =
  | { type: 'progress'; id: string; step: number; steps: number }
  | { type: 'image'; id: string; image: EngineImage }
  | { type: 'faces'; id: string; faces: FoundFace[] }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | Crashed
