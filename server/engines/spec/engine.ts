import type { ExecutionProvider } from '#contract/execution-providers.ts'
import type { ImageEngine } from './image.ts'
import type { ToolEngine } from './tool.ts'
import type { TrainingEngine } from './training.ts'
import type { VideoEngine } from './video.ts'

export interface EngineHealth {
  state: 'ready' | 'starting' | 'down'
  /** One line for the operator when not ready, or when a model or what it was to run on cannot be used. */
  detail: string | null
  /** Requests running and waiting inside the engine. */
  load: number
  /** Where its networks run now, of an engine that runs them itself. */
  runsOn?: ExecutionProvider
}

/** Something that does the work of jobs; it has the parts that it can do. */
export interface Engine {
  /** Stable: jobs and lanes carry it. */
  readonly name: string
  readonly image?: ImageEngine
  readonly tool?: ToolEngine
  readonly video?: VideoEngine
  readonly training?: TrainingEngine
  health(): Promise<EngineHealth>
  /** Loads weights ahead of the first request. Throws `EngineError` `model_broken`. */
  warmUp?(): Promise<void>
  dispose(): Promise<void>
}
