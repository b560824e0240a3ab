/** What every kind of work on an engine has in common: it is started, followed and cancelled. */

import type { ImageSource } from './image-source.ts'

/** A running piece of work as plain JSON, so that it survives a restart of the worker. */
export interface EngineOperation {
  engine: string
  id: string
}

/** How far a piece of work is: `step` of `steps` units of work done (sampling steps, tiles, frames, seconds). */
export interface OperationProgress {
  step: number
  steps: number
  /** 0 to 1, including what comes after the last step. */
  fraction: number
  /** Others that the engine does first, while nothing of this work has begun and the engine tells; left out else. */
  ahead?: number
  /** For a training whose engine tells it between checkpoints: the loss after some of the steps so far. */
  curve?: { step: number; loss: number }[]
  /** True once an engine that tells no steps has said that it is at work; left out else. */
  begun?: boolean
  /**
   * Small previews by output index as `data:` URLs (JPEG), of work that can show some: none after 75 % of the steps,
   * none larger than half the edge of the result, or a cancelled job would have given its picture away.
   */
  previews: { index: number; url: string }[]
}

export interface OperationResult {
  outcome: 'succeeded' | 'cancelled'
  /** Time the engine itself worked, milliseconds. */
  engineMs: number
  /** What its provider asks for it, millionths of a US dollar; left out: it costs by its time. */
  costMicros?: number
}

export interface FollowHandlers<Output> {
  onProgress(progress: OperationProgress): void
  /** Awaited before the result resolves; a rejection stops the operation and rejects `follow`. */
  onOutput(output: Output): Promise<void>
  /**
   * Of work that its engine can go on with on another machine: all that it takes, each time in the place of what was told before.
   * Left out: nobody keeps it.
   */
  onState?(state: Uint8Array): void
  /**
   * Reads again the image that a drawing over parts of it began from: an engine elsewhere puts its result back into it, also
   * in another process than the one that began. Null, or left out: it began from none, or that is gone.
   */
  readSource?(): Promise<ImageSource | null>
}

/** What can be done with work that was begun. */
export interface Following<Output> {
  /** True if `cancel` stops the work at once, so that nothing can be delivered after it. */
  readonly stopsAtOnce: boolean
  /** True where the work ends with the call of `follow`: after a failure there is nothing to go on with. Left out: it may go on. */
  readonly endsWithFollow?: boolean
  /**
   * Reports on an operation until it ends. Throws `EngineError`: `operation_lost` when the operation is unknown, as
   * after a restart of an engine that lives in this process, retryable unless making it again would be billed again; `picture_failed` when single outputs could
   * not be made, after all others have been handed over.
   */
  follow(operation: EngineOperation, handlers: FollowHandlers<Output>): Promise<OperationResult>
  /** Idempotent. With `stopsAtOnce` no output is reported after it resolves. */
  cancel(operation: EngineOperation): Promise<void>
}

/**
 * Which attempt at some work begins. An earlier one may have begun the very same without anybody keeping its operation:
 * an engine that can look that up takes it over.
 */
export interface Beginning {
  /** Key of this work: the same for every attempt at it, and for no other work. */
  key: string
  /** From 1. */
  attempt: number
  /** Since when earlier attempts may have begun it; null: there were none. */
  begunSince: Date | null
}

/** The part of an engine that does one kind of work. */
export interface Operations<Request, Output> extends Following<Output> {
  /**
   * Begins the work. Throws `EngineError`.
   * @param beginning left out: nobody has begun the same before
   */
  start(request: Request, beginning?: Beginning): Promise<EngineOperation>
}

/** A network, or a way to work, by which something was made. */
export interface UsedNetwork {
  /** As its authors call it. */
  name: string
  licence: string
}

/** One finished picture. */
export interface EngineImage {
  /** Place among the pictures of its job, from 0. */
  index: number
  /** Encoded file. */
  data: Uint8Array
  contentType: 'image/png'
  width: number
  height: number
  /** Null where the work has none. */
  seed: number | null
  /** The images of a collection that it was drawn after, for an engine that knows. */
  drawnAfter?: readonly DrawnAfter[]
  /** The words that a service drew it by, where it rewrote the prompt and says so. */
  revisedPrompt?: string
  /** The networks and ways that did the work, for the details of a job; left out: nobody tells. */
  madeBy?: readonly UsedNetwork[]
  /** Whether a network that was added to the engine did a tool's work. Left out: the engine's own did, or nobody knows. */
  byAdded?: boolean
  /** Whether what the prompt is about cannot be made out in it, though it was drawn a second time. Left out: it can, or nobody looked. */
  lacksMainThing?: boolean
}

/** What an image was drawn after. */
export interface DrawnAfter {
  /** What it shows, as "fox". */
  thing: string
  /** The collection's name. */
  set: string
  /** The SPDX id of its licence, or the licence's name. */
  licence: string
}
