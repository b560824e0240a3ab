import type {
  EngineError,
  EngineImage,
  FollowHandlers,
  OperationProgress,
  OperationResult,
} from '#lib/engine-spec/index.ts'

export type OperationEvent<Output> =
  | { type: 'progress'; progress: OperationProgress }
  | { type: 'image'; image: Output }
  | { type: 'state'; state: Uint8Array }
  | { type: 'ended'; engineMs: number }
  | { type: 'failed'; error: EngineError }

/** What has been reported of one request and not yet been handed to its follower. */
export interface Operation<Output = EngineImage> {
  readonly id: string
  push(event: OperationEvent<Output>): void
  /** From now on nothing is handed over; a follower gets the result `cancelled`. */
  cancel(): void
  /** Hands over events in order until the request ends. Throws EngineError, or what `onOutput` throws. */
  follow(handlers: FollowHandlers<Output>): Promise<OperationResult>
}

/** A slow follower needs the latest progress only; but what shows something is not replaced by what shows nothing. */
function replaces(
  event: OperationEvent<unknown>,
  last: OperationEvent<unknown> | undefined,
): boolean {
  if (event.type !== 'progress' || last?.type !== 'progress') return false
  return event.progress.previews.length > 0 || last.progress.previews.length === 0
}

export function createOperation<Output>(id: string): Operation<Output> {
  const began = performance.now()
  const events: OperationEvent<Output>[] = []
  let cancelledAfter: number | null = null
  let wake: (() => void) | null = null

  async function nextEvent(): Promise<OperationEvent<Output> | null> {
    for (;;) {
      if (cancelledAfter !== null) return null
      const event = events.shift()
      if (event) return event
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  return {
    id,
    push(event) {
      if (replaces(event, events.at(-1))) events.pop()
      events.push(event)
      wake?.()
    },
    cancel() {
      cancelledAfter ??= performance.now() - began
      events.length = 0
      wake?.()
    },
    async follow(handlers) {
      for (;;) {
        const event = await nextEvent()
        if (!event || cancelledAfter !== null)
          return { outcome: 'cancelled', engineMs: cancelledAfter ?? 0 }
        if (event.type === 'progress') handlers.onProgress(event.progress)
        else if (event.type === 'state') handlers.onState?.(event.state)
        else if (event.type === 'image') await handlers.onOutput(event.image)
        else if (event.type === 'failed') throw event.error
        else return { outcome: 'succeeded', engineMs: event.engineMs }
      }
    },
  }
}
