/**
 * What the generation domain may ask of an engine that makes pictures. An engine never sees a user, a
 * credit or a database row: it takes a request that is complete (every default filled in, seed fixed) and
 * hands back files.
 */
import type { Sampler } from '#contract/samplers.ts'

/** A LoRA that is added to the model for one request. `weight` 0-2. */
export interface LoraReference {
  model: string
  weight: number
}

/** A complete order for one job: one attempt may make only some of its picture indexes. */
export interface ImageRequest {
  type: 'TTI' | 'ITI'
  /** Model version id as in {@link ImageModel.id}. */
  model: string
  prompt: string
  negativePrompt: string
  /** Output size in pixels, 64-2048, multiples of 8. */
  width: number
  height: number
  /** Picture indexes to make; picture `i` uses seed `(seed + i) mod 2^32`. */
  indexes: number[]
  /** 0 to 2^32 - 1. */
  seed: number
  steps: number
  guidanceScale: number
  sampler: Sampler
  loras: LoraReference[]
}

/** Names of optional abilities; the web app shows what is missing as disabled. */
export type ImageFeature =
  | 'negative_prompt'
  | 'image_to_image'
  | 'inpaint'
  | 'outpaint'
  | 'hires'
  | 'variation'
  | 'guidance_rescale'
  | 'loras'

export interface ImageModel {
  /** Stable id that requests name. */
  id: string
  name: string
  description: string
  /** SHA-256 of the weights; jobs record it so that a picture can be reproduced. */
  hash: string
  nativeSize: number
  /** Prompt length that the text encoder reads, in tokens. */
  maxTokens: number
  licence: string
}

/** What an engine can do; read by validation and, through the API, by the web app. */
export interface ImageCapabilities {
  models: ImageModel[]
  samplers: Sampler[]
  features: ImageFeature[]
  minSize: number
  maxSize: number
  /** Multiples that width and height must be of. */
  sizeStep: number
  maxImages: number
  maxSteps: number
  /** True if `cancel` stops the work at once, so that nothing can be delivered after it. */
  stopsAtOnce: boolean
}

/** A running piece of work as plain JSON, so that it survives a restart of the worker. */
export interface EngineOperation {
  engine: string
  id: string
}

/** Progress of the whole request: `step` of `steps` sampling steps done. */
export interface ImageProgress {
  step: number
  steps: number
  /** 0 to 1, including decoding and enlarging. */
  fraction: number
  /**
   * Small previews by picture index as `data:` URLs (JPEG); none after 75 % of the steps, none larger than
   * half the model's native edge, or a cancelled job would have given its picture away.
   */
  previews: { index: number; url: string }[]
}

/** One finished picture. */
export interface EngineImage {
  index: number
  /** Encoded file, `image/png`. */
  data: Uint8Array
  contentType: 'image/png'
  width: number
  height: number
  seed: number
}

export interface EngineResult {
  outcome: 'succeeded' | 'cancelled'
  /** Time the engine itself worked, milliseconds. */
  engineMs: number
}

export interface EngineHealth {
  state: 'ready' | 'starting' | 'down'
  /** One line for the operator when not ready, or when a model cannot be used. */
  detail: string | null
  /** Requests running and waiting inside the engine. */
  load: number
}

export interface FollowHandlers {
  onProgress(progress: ImageProgress): void
  /** Awaited before the result resolves; a rejection stops the operation and rejects `follow`. */
  onImage(image: EngineImage): Promise<void>
}

export interface ImageEngine {
  /** Also the name of its queue lane. */
  readonly name: string
  /** Reads descriptions only; loads no weights. */
  capabilities(): Promise<ImageCapabilities>
  health(): Promise<EngineHealth>
  /** Begins the work. Throws {@link EngineError}. */
  start(request: ImageRequest): Promise<EngineOperation>
  /**
   * Reports on an operation until it ends. Throws {@link EngineError}: `operation_lost` (retryable) when the
   * operation is unknown, as after a restart of an engine that lives in this process.
   */
  follow(operation: EngineOperation, handlers: FollowHandlers): Promise<EngineResult>
  /** Idempotent. With `stopsAtOnce` no image is reported after it resolves. */
  cancel(operation: EngineOperation): Promise<void>
  /** Counts the tokens of a prompt as the model's tokenizer does (for the page's token count). */
  countTokens(model: string, text: string): Promise<number>
  /** Loads weights ahead of the first request. Throws {@link EngineError} `model_broken`. */
  warmUp(): Promise<void>
  dispose(): Promise<void>
}
