import type { EngineMessage, VideoModel, VideoRequest } from '../spec/index.ts'

/** An order as a service gets it. */
export interface VideoOrder extends Omit<VideoRequest, 'image' | 'keys'> {
  /** JPEG of the video's size; null: the service starts from words. */
  image: Uint8Array | null
  /** The same for every attempt at this work, of letters and digits. */
  key: string
  /** Earlier attempts may have begun the same. */
  isRepeated: boolean
}

/** How a request is, as its service says it. */
export type VideoState =
  | { state: 'running' }
  /** Address of the file. `costMicros`: what the service bills, where it says so. */
  | { state: 'done'; url: string; costMicros?: number }

/** What the services have in common; each speaks to one. All throw `ServiceError`. */
export interface VideoClient {
  /** What it is offered with; `costMicros`: millionths of a US dollar a second, about. */
  models: readonly (VideoModel & { costMicros: number })[]
  /** Begins a request. @returns its id */
  start(order: VideoOrder): Promise<string>
  /** Throws `operation_lost`, `content_refused`, `picture_failed`, or what is wrong with the service. */
  read(id: string, signal: AbortSignal): Promise<VideoState>
  /** Left out: the service has no such call. */
  cancel?(id: string): Promise<void>
  /** As `EngineHints.receive`. Left out: the service calls nobody. */
  receive?(message: EngineMessage): Promise<string | null>
}

/** Where the service is, and what it knows us by. */
export interface ServiceAccount {
  key: string
  /** Of services with two keys. */
  secret?: string | null
  /** Null: the service's own. */
  baseUrl: string | null
  /** Where the service can call us; null: it cannot. */
  webhookUrl: string | null
}

/** What the models of services that know no camera and draw nothing themselves have in common. */
export const PLAIN = { hash: null, motions: ['none'], maxPrompts: 0 } as const
