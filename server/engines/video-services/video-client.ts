import type { Continuation, EngineMessage, VideoModel, VideoRequest } from '../spec/index.ts'

/** An order as a service gets it. */
export interface VideoOrder extends Omit<VideoRequest, 'image' | 'endImage' | 'keys' | 'extended'> {
  /** JPEG of the video's size; null: the service starts from words. */
  image: Uint8Array | null
  /** JPEG of the last frame, of the video's size; null: the service ends as it likes. */
  endImage: Uint8Array | null
  /** What is extended; null: nothing is. Its parts are there as its continuation says. */
  extended: { id: string; file: Uint8Array } | null
  /** Key of this work, of letters and digits: the same for every attempt at it. */
  key: string
  /** Since when an earlier attempt may have begun the same; null: none has. */
  begunSince: Date | null
}

/** How a request is, as its service says it. */
export type VideoState =
  | { state: 'running' }
  /** Address of the file. `costMicros`: what the service bills, where it says so. */
  | { state: 'done'; url: string; costMicros?: number; continuation?: Continuation }

/** What a service is offered with. */
export interface ServiceModel extends VideoModel {
  /** Millionths of a US dollar a second, about. */
  costMicros: number
  /** `costMicros` of a video that ends on a given image, if it differs. */
  endFrameCostMicros?: number
  /** `costMicros` of what is added to a video, if it differs. */
  extendCostMicros?: number
}

/** What the services have in common; each speaks to one. All throw `ServiceError`. */
export interface VideoClient {
  models: readonly ServiceModel[]
  /** Begins a request. @returns its id */
  start(order: VideoOrder): Promise<string>
  /** Throws `operation_lost`, `content_refused`, `picture_failed`, or what is wrong with the service. */
  read(id: string, signal: AbortSignal): Promise<VideoState>
  /** Left out: the service has no such call. */
  cancel?(id: string): Promise<void>
  /** As `EngineWebhooks.receive`. Left out: the service calls nobody. */
  receive?(message: EngineMessage): Promise<string | null>
}

/** Where the service is, and what it knows us by. */
export interface ServiceAccount {
  key: string
  /** The second key, of services that have two. */
  secret?: string | null
  /** Null: the service's own. */
  baseUrl: string | null
  /** Where the service can call us; null: it cannot. */
  webhookUrl: string | null
}

/** What the models of services that know no camera and no last frame, extend nothing and draw nothing themselves have in common. */
export const PLAIN = {
  hash: null,
  motions: ['none'],
  maxPrompts: 0,
  endFrame: null,
  extend: null,
} as const

/** A frame as the address that it is sent under. */
export const jpegUrl = (image: Uint8Array): string =>
  `data:image/jpeg;base64,${Buffer.from(image).toString('base64')}`
