import type { VideoMotion, VideoProviderName } from '#contract/jobs/video.ts'
import type { ImageRequest } from './image.ts'
import type { DrawnAfter, Operations } from './operation.ts'

/** A complete order for one video. */
export interface VideoRequest {
  /** {@link VideoModel.provider} */
  provider: VideoProviderName
  /** Empty: none. */
  prompt: string
  /** Encoded file of the first frame. */
  image?: Uint8Array
  /** Key images that the engine's own image model draws first, where {@link VideoModel.maxPrompts} says so. */
  keys?: ImageRequest[]
  /** Whole seconds. */
  duration: number
  width: number
  height: number
  motion: VideoMotion
  seed: number
}

/** One finished video. */
export interface EngineVideo {
  /** Place among the outputs of its job, from 0. */
  index: number
  /** Encoded file. */
  data: Uint8Array
  contentType: 'video/mp4'
  /** Encoded images of frames, the first frame first, in the size of the video. */
  stills: Uint8Array[]
  width: number
  height: number
  /** Seconds, as delivered. */
  duration: number
  fps: number
  /** Null where the work has none. */
  seed: number | null
  /** What its key images were drawn after, for an engine that knows. */
  drawnAfter?: readonly DrawnAfter[]
}

/** What one provider can be asked for. */
export interface VideoModel {
  provider: VideoProviderName
  name: string
  /** SHA-256 of the weights; null where nobody tells. */
  hash: string | null
  /** Whole seconds that may be asked for, the usual first. */
  durations: readonly number[]
  /** Sizes that may be asked for, the usual first. */
  sizes: readonly { width: number; height: number }[]
  /** Other sizes that may be asked for; left out: none. */
  freeSize?: { min: number; max: number; step: number }
  /** The usual first. */
  motions: readonly VideoMotion[]
  prompt: 'needed' | 'optional'
  image: 'needed' | 'optional' | 'none'
  /** Key images that it takes; 0: it draws none of its own. */
  maxPrompts: number
}

/** The part of an engine that makes videos. */
export interface VideoEngine extends Operations<VideoRequest, EngineVideo> {
  /** Those that can be used now; reads descriptions only. */
  models(): Promise<VideoModel[]>
}
