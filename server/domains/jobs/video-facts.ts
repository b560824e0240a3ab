import type { Continuation } from '#server/engines/spec/index.ts'

/** What a row keeps of a video beside its file; what is left out is not so. */
export interface StoredVideoFacts {
  /** Seconds. */
  duration: number
  fps: number
  bytes: number
  sound?: boolean
  continuation?: Continuation
}

/** Whether its maker has deleted a video since. */
export const isForgotten = (continuation: Continuation): boolean =>
  continuation.by === 'maker' &&
  continuation.until !== null &&
  Date.parse(continuation.until) < Date.now()
