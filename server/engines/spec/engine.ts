import type { ExecutionProvider } from '#contract/execution-providers.ts'
import type { ImageEngine } from './image.ts'
import type { RefineEngine } from './refine.ts'
import type { AddableModels } from './service-models.ts'
import type { ToolEngine } from './tool.ts'
import type { TrainingEngine } from './training.ts'
import type { VideoEngine } from './video.ts'
import type { WordsEngine } from './words.ts'

/** Why an engine that could work is given nothing new: an administrator, repeated failures, or what it cost today. */
export type ClosedBy = 'paused' | 'draining' | 'circuit' | 'limit'

export interface EngineHealth {
  state: 'ready' | 'starting' | 'down'
  /** One line for the operator when not ready, or when a model or what it was to run on cannot be used. */
  detail: string | null
  /** Requests running and waiting inside the engine. */
  load: number
  /** Where its networks run now, of an engine that runs them itself. */
  runsOn?: ExecutionProvider
  /** Ids of the models that it has in memory, where it tells: others take it a while to load. */
  loaded?: readonly string[]
  /** Left out while it takes work. */
  closedBy?: ClosedBy
}

/** A message from an engine's service, as it came: signatures are over these bytes. */
export interface EngineMessage {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

/** Part of an engine whose service calls when work has ended. The call is only a hint: the state is always read at the source. */
export interface EngineWebhooks {
  /** @returns the id of the request that is spoken of; null when the message is not from the service */
  receive(message: EngineMessage): Promise<string | null>
  /** Has whoever follows this request in this process look at once; does nothing for others. */
  wake(requestId: string): void
}

/** Something that does the work of jobs; it has the parts that it can do. */
export interface Engine {
  /** Stable: jobs and lanes carry it. */
  readonly name: string
  readonly image?: ImageEngine
  readonly tool?: ToolEngine
  /** Drawing over images; only with a model that has the feature `refine`. Its work waits in the line of drawings. */
  readonly refine?: RefineEngine
  readonly video?: VideoEngine
  readonly training?: TrainingEngine
  readonly words?: WordsEngine
  readonly webhooks?: EngineWebhooks
  /** Of a service whose models are descriptions, to which administrators add. */
  readonly added?: AddableModels
  health(): Promise<EngineHealth>
  /** Loads weights ahead of the first request. Throws `EngineError` `model_broken`. */
  warmUp?(): Promise<void>
  dispose(): Promise<void>
}
