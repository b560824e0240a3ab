import type { EngineHealth } from '#lib/engine-spec/health.ts'
import type { ImageEngine } from '#lib/engine-spec/image.ts'
import type { RefineEngine } from '#lib/engine-spec/refine.ts'
import type { AddableModels } from './service-models.ts'
import type { ToolEngine } from '#lib/engine-spec/tool.ts'
import type { TrainingEngine } from '#lib/engine-spec/training.ts'
import type { VideoEngine } from '#lib/engine-spec/video.ts'
import type { WordsEngine } from './words.ts'

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
