import type { Operations } from './operation.ts'

/** A complete order for one video. */
export interface VideoRequest {
  model: string
  prompt: string
  /** Encoded file of the first frame. */
  image?: Uint8Array
  /** Seconds. */
  duration: number
  width: number
  height: number
  seed: number
}

/** One finished video. */
export interface EngineVideo {
  /** Encoded file. */
  data: Uint8Array
  contentType: 'video/mp4'
  width: number
  height: number
  /** Seconds, as delivered. */
  duration: number
  fps: number
}

export interface VideoModel {
  id: string
  name: string
  /** Seconds that may be asked for. */
  durations: number[]
  /** Width and height that may be asked for, pixels. */
  sizes: { width: number; height: number }[]
}

/** The part of an engine that makes videos. */
export interface VideoEngine extends Operations<VideoRequest, EngineVideo> {
  models(): Promise<VideoModel[]>
}
