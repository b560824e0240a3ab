import type { ImageRequest } from './image.ts'
import type { EngineImage, Operations } from './operation.ts'

/** How what is there is drawn over; every default filled in. */
export type Redrawing = Pick<
  ImageRequest,
  'model' | 'prompt' | 'negativePrompt' | 'seed' | 'steps' | 'guidanceScale' | 'sampler'
> & {
  /** 0 to 1, as of an image's source. */
  strength: number
}

/** Enlarges, and draws over the whole in the larger size, part by part. */
export interface UpscaleByPromptRequest {
  refinement: 'upscale'
  /** Encoded file (PNG, JPEG, WebP). */
  image: Uint8Array
  scale: 2 | 3 | 4
  redrawing: Redrawing
}

/** Draws over each face, as large as its model draws best; nothing outside of them changes. */
export interface DetailPassRequest {
  refinement: 'faces'
  image: Uint8Array
  redrawing: Redrawing
}

export type RefineRequest = UpscaleByPromptRequest | DetailPassRequest

/** The part of an engine that draws over what is there, with those of its models that have the feature `refine`. */
export type RefineEngine = Operations<RefineRequest, EngineImage>
