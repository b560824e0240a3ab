import type { VideoMotion, VideoProviderName } from '#contract/jobs/video.ts'
import type { ImageRequest } from './image.ts'
import type { DrawnAfter, Operations, UsedNetwork } from './operation.ts'

/** A complete order for one video. */
export interface VideoRequest {
  /** {@link VideoModel.provider} */
  provider: VideoProviderName
  /** Empty: none. */
  prompt: string
  /** Encoded file of the first frame. */
  image?: Uint8Array
  /** Where this server shows it to whoever knows the address, for a day: root-relative. */
  imageUrl?: string
  /** Encoded file of the last frame, where {@link VideoModel.endFrame} says so; comes with `image`. */
  endImage?: Uint8Array
  endImageUrl?: string
  /** Key images that the engine's own image model draws first, where {@link VideoModel.maxPrompts} says so. */
  keys?: ImageRequest[]
  /** What is extended, where {@link VideoModel.extend} says so: the result is that video and what follows. */
  extended?: ExtendedVideo
  /** Whole seconds; of an extension those that are added. */
  duration: number
  width: number
  height: number
  motion: VideoMotion
  seed: number
}

/** How a finished video can be extended. */
export type Continuation =
  /** From its last frame: the last of {@link EngineVideo.stills}. */
  | { by: 'frame' }
  /** By its file. */
  | { by: 'file' }
  /** By what its maker knows it by. `until`: when the maker forgets it, ISO 8601; null: nobody tells. */
  | { by: 'maker'; id: string; until: string | null }

/** A video that is to be extended. */
export interface ExtendedVideo {
  /** MP4. */
  file: Uint8Array
  /** Encoded. */
  firstFrame: Uint8Array
  /** Null where its continuation needs none. */
  lastFrame: Uint8Array | null
  /** Seconds. */
  duration: number
  continuation: Continuation
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
  /** For an extension: how many of its seconds are new. */
  added?: number
  /** Whether it has a sound track; left out: no. */
  sound?: boolean
  /** Left out: it cannot be extended. */
  continuation?: Continuation
  fps: number
  /** Null where the work has none. */
  seed: number | null
  /** What its key images were drawn after, for an engine that knows. */
  drawnAfter?: readonly DrawnAfter[]
  /** The networks and ways that did the work, for the details of a job; left out: nobody tells. */
  madeBy?: readonly UsedNetwork[]
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
  /** Whether it ends on a given image; `durations`: the seconds that such a video may have, the usual first. */
  endFrame: { durations: readonly number[] } | null
  /** Whether it extends videos that it made. */
  extend: VideoExtension | null
  /** What its provider asks for a second, about, millionths of a US dollar; left out: it costs by its time. */
  costMicros?: number
  /** Credits for a second; left out: what the price list says. */
  credits?: number
}

export interface VideoExtension {
  /** Seconds that may be added, the usual first. */
  durations: readonly number[]
  /** The usual first. */
  motions: readonly VideoMotion[]
  prompt: 'needed' | 'optional' | 'none'
  endFrame: boolean
}

/** The part of an engine that makes videos. */
export interface VideoEngine extends Operations<VideoRequest, EngineVideo> {
  /** Those that can be used now; reads descriptions only. */
  models(): Promise<VideoModel[]>
  /** The company that is given the images and videos, as people know it; left out: they stay on the operator's machines. */
  readonly imagesGoTo?: string
}
