/** Messages between the engine and a process of the tools. */
import type {
  EngineImage,
  FoundDepth,
  FoundFace,
  SwapFacesRequest,
  TriedSwapProblem,
  PointedAt,
  ToolRequest,
} from '#lib/engine-spec/index.ts'
import type { NetworkAdapter } from './added/adapter.ts'
import type { NetworkFiles } from './added/added-networks.ts'
import type { Crashed, PlainError } from '../process/worker-protocol.ts'

export type ToToolProcess =
  /** `isSold`: people pay on this site. */
  | { type: 'work'; id: string; request: ToolRequest; isSold: boolean }
  /** Runs a network that has come for the first time. */
  | { type: 'measure'; id: string; files: NetworkFiles; adapter: NetworkAdapter }
  /** Draws how near everything in an image is taken for: the lighter, the nearer. */
  | { type: 'show_depth'; id: string; image: Uint8Array }
  /** Colours what is selected by pointing at the middle of an image. */
  | { type: 'show_selection'; id: string; image: Uint8Array }
  /** Finds how near everything in an image is. */
  | { type: 'find-depth'; id: string; image: Uint8Array; isSold: boolean }
  | { type: 'find-faces'; id: string; image: Uint8Array; described: boolean }
  /** Asks whether the edge of the foreground is unsure. */
  | { type: 'doubt-edges'; id: string; image: Uint8Array }
  /** Asks whether pro would enlarge an image nearly as the fast way does. */
  | { type: 'compare-upscalers'; id: string; image: Uint8Array; scale: 2 | 3 | 4 }
  /** Swaps faces for its judgement alone. */
  | { type: 'try-swap'; id: string; swap: SwapFacesRequest }
  /** Selects what lies at some places; `image`: null, if the process may know it by its key. */
  | {
      type: 'select'
      id: string
      key: string
      image: Uint8Array | null
      points: readonly PointedAt[]
      isSold: boolean
    }
  /** Stops that work between two runs of a network; of no effect if it has ended. */
  | { type: 'stop'; id: string }

export type FromToolProcess =
  | { type: 'progress'; id: string; step: number; steps: number }
  | { type: 'image'; id: string; image: EngineImage }
  | { type: 'faces'; id: string; faces: FoundFace[] }
  | { type: 'edges'; id: string; doubted: boolean }
  | { type: 'upscalers'; id: string; alike: boolean }
  /** `problem`: null where the swap looks right. */
  | { type: 'swap'; id: string; problem: TriedSwapProblem | null }
  /** `depth`: null where no network finds it. */
  | { type: 'depth'; id: string; depth: FoundDepth | null }
  /** `mask`: a PNG; `no_image`: the file is needed; `no_network`: nothing selects. */
  | { type: 'selection'; id: string; mask: Uint8Array | 'no_image' | 'no_network'; ms: number }
  | { type: 'measured'; id: string; runMs: number }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | Crashed
