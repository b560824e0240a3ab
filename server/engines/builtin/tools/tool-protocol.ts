/** Messages between the engine and a process of the tools. */
import type { EngineImage, FoundFace, ToolRequest } from '../../spec/index.ts'
import type { NetworkAdapter } from './added/adapter.ts'
import type { Crashed, PlainError } from '../process/worker-protocol.ts'

export type ToToolProcess =
  /** `isSold`: people pay on this site. */
  | { type: 'work'; id: string; request: ToolRequest; isSold: boolean }
  /** Runs a network that has come for the first time. */
  | { type: 'measure'; id: string; file: string; adapter: NetworkAdapter }
  /** Draws how near everything in an image is taken for: the lighter, the nearer. */
  | { type: 'show-depth'; id: string; image: Uint8Array }
  | { type: 'find-faces'; id: string; image: Uint8Array; described: boolean }
  /** Asks whether the edge of the foreground is unsure. */
  | { type: 'doubt-edges'; id: string; image: Uint8Array }
  /** Stops that work between two runs of a network; of no effect if it has ended. */
  | { type: 'stop'; id: string }

export type FromToolProcess =
  | { type: 'progress'; id: string; step: number; steps: number }
  | { type: 'image'; id: string; image: EngineImage }
  | { type: 'faces'; id: string; faces: FoundFace[] }
  | { type: 'edges'; id: string; doubted: boolean }
  | { type: 'measured'; id: string; runMs: number }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | Crashed
