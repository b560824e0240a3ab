/** Messages between the engine and its worker process. */
import type {
  EngineErrorCode,
  EngineImage,
  OperationProgress,
  ImageRequest,
  PictureScores,
} from '#lib/engine-spec/index.ts'
import type { ModelVersion } from '../diffusion/loaded-model.ts'
import type { Said } from '#lib/text.ts'

export type ToWorker =
  | { type: 'warm-up'; model: ModelVersion }
  | { type: 'draw'; id: string; request: ImageRequest; model: ModelVersion }
  /** Looks at a picture, also while another is drawn. */
  | { type: 'classify'; id: string; picture: Uint8Array }
  /** Stops the drawing of that id; of no effect if it has ended. */
  | { type: 'stop'; id: string }

export type FromWorker =
  | { type: 'warm' }
  /** A network runs on the processor, in one line why. */
  | { type: 'fallback'; problem: string }
  | { type: 'warm-up-failed'; error: PlainError }
  | { type: 'progress'; id: string; progress: OperationProgress }
  | { type: 'image'; id: string; image: EngineImage }
  | { type: 'ended'; id: string; engineMs: number }
  | { type: 'failed'; id: string; error: PlainError }
  | { type: 'classified'; id: string; scores: PictureScores }
  | { type: 'not-classified'; id: string; error: PlainError }
  | Crashed

/** The last message of a process: what no request was the cause of. */
export interface Crashed {
  type: 'crashed'
  error: PlainError
}

/** An EngineError as data: classes do not survive the way between processes. */
export interface PlainError {
  code: EngineErrorCode
  message: string
  retryable: boolean
  userMessage: Said
}
