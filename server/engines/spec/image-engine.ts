/**
 * What the generation domain may ask of an engine that makes pictures. An engine never sees a user, a
 * credit or a database row: it takes a request that is complete (every default filled in, seed fixed) and
 * hands back files.
 */
import type { Sampler } from '#contract/samplers.ts'
import type { ExecutionProvider } from '#contract/execution-providers.ts'

/** A LoRA that is added to the model for one request. `weight` 0-2. */
export interface LoraReference {
  model: string
  weight: number
}

/** What a request of type ITI starts from. */
export interface ImageSource {
  /**
   * Encoded file (PNG, JPEG, WebP). Its orientation tag is followed; what is transparent lies on white. It is
   * scaled to cover the output size and cropped in the middle; not so with a mask or with padding.
   */
  image: Uint8Array
  /**
   * 0 to 1, how far the result may leave the picture: of all steps, the last `floor(steps * strength)` are
   * made (at least one). 0 gives the picture back.
   */
  strength: number
  /** Repaints a part of the picture and leaves every pixel outside as it is. */
  mask?: ImageMask
  /** Adds pixels around the picture, which keeps its own; at least one of them above 0. */
  padding?: ImagePadding
}

export interface ImageMask {
  /** Encoded file of the picture's size; what is lighter than middle grey is repainted. */
  image: Uint8Array
  /** Width in pixels of the blend around what is repainted, 0-64. Beyond it the result is equal to the source. */
  feather: number
}

/** Pixels to add on each side. */
export interface ImagePadding {
  left: number
  top: number
  right: number
  bottom: number
}

/** Draws at the model's own size, enlarges, and draws over the result in its larger size. */
export interface HiresPass {
  /** 1 to 4, from the model's own size to that of the second pass. */
  scale: number
  /** Of the second pass, before `strength` takes its part; 0: as many as the first has. */
  steps: number
  /** As {@link ImageSource.strength}. */
  strength: number
}

/** Leads the noise of a picture towards that of another seed. */
export interface Variation {
  /** Picture `i` goes towards seed `(seed + i) mod 2^32`. */
  seed: number
  /** 0 (the picture of the request's seed) to 1 (that of this one). */
  strength: number
}

/** A complete order for one job: one attempt may make only some of its picture indexes. */
export interface ImageRequest {
  type: 'TTI' | 'ITI'
  /** Model version id as in {@link ImageModel.id}. */
  model: string
  /** In the syntax of `contract/prompt-syntax.ts`, without LoRA tags. */
  prompt: string
  negativePrompt: string
  /**
   * Output size in pixels, 64-2048, multiples of 8. With a mask or with padding the result has the size of the
   * source plus its padding instead, which may be any up to 2048.
   */
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
  /** Of type ITI, and only of that. */
  source?: ImageSource
  /** Not together with a mask or with padding. */
  hires?: HiresPass
  variation?: Variation
  /** 0 to 1: how much of the contrast that guidance adds is taken back; left out: none. */
  guidanceRescale?: number
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
  /** Tokens that the text encoder reads at once; a longer prompt is read in several chunks of so many. */
  maxTokens: number
  licence: string
}

/** A LoRA file of an engine. */
export interface ImageLora {
  /** What requests and prompts name. */
  id: string
  name: string
  /** SHA-256 of its weights; empty if it cannot be used. */
  hash: string
  bytes: number
  /** Why it cannot be used, in one line for the operator. */
  problem: string | null
}

/** Whether a LoRA can be added to a model. */
export interface LoraFit {
  id: string
  /** As {@link ImageLora.hash}. */
  hash: string
  /** Why not, in one sentence for the person who asks. */
  problem: string | null
}

/** What an engine can do; read by validation and, through the API, by the web app. */
export interface ImageCapabilities {
  models: ImageModel[]
  samplers: Sampler[]
  features: ImageFeature[]
  /** Of an engine with the feature `loras`. */
  loras?: ImageLora[]
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

/** How a model reads a prompt. */
export interface PromptReading {
  /** Tokens of its words, without those that the model needs around them. */
  tokens: number
  /** Chunks of {@link ImageModel.maxTokens} that it takes. */
  chunks: number
  /** Words that do not reach the model, because it does not know them, in lower case, each once. */
  ignored: string[]
}

/** One finished picture. */
export interface EngineImage {
  index: number
  /** Encoded file, `image/png`. */
  data: Uint8Array
  contentType: 'image/png'
  /** Of the file; differs from the request's with a mask or with padding. */
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
  /** One line for the operator when not ready, or when a model or what it was to run on cannot be used. */
  detail: string | null
  /** Requests running and waiting inside the engine. */
  load: number
  /** Where its networks run now, of an engine that runs them itself. */
  runsOn?: ExecutionProvider
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
  /** Of an engine with the feature `loras`: whether each of them exists and fits the model. */
  fitLoras?(model: string, ids: readonly string[]): Promise<LoraFit[]>
  /** Begins the work. Throws {@link EngineError}. */
  start(request: ImageRequest): Promise<EngineOperation>
  /**
   * Reports on an operation until it ends. Throws {@link EngineError}: `operation_lost` (retryable) when the
   * operation is unknown, as after a restart of an engine that lives in this process; `picture_failed` when
   * single pictures could not be made, after all others have been handed over.
   */
  follow(operation: EngineOperation, handlers: FollowHandlers): Promise<EngineResult>
  /** Idempotent. With `stopsAtOnce` no image is reported after it resolves. */
  cancel(operation: EngineOperation): Promise<void>
  /** Reads a prompt as the model will, for the page to say so. */
  readPrompt(model: string, text: string): Promise<PromptReading>
  /** Loads weights ahead of the first request. Throws {@link EngineError} `model_broken`. */
  warmUp(): Promise<void>
  dispose(): Promise<void>
}
