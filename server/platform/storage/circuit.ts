import { createCircuitBreaker } from '../circuit-breaker.ts'

/** Passes calls on to a service, and none while it is known to be away. */
export interface Circuit {
  /** @throws what `away` makes, at once while the service is away, and instead of an error that says so */
  run<T>(act: () => Promise<T>): Promise<T>
}

export interface CircuitOptions {
  /** How long nothing is asked after a call that found the service away; then one call at a time tries. */
  restMs: number
  /** Whether an error says that the service is away, and not that it refused. */
  isAway(error: unknown): boolean
  away(): Error
  /** Told of every change, for the log. */
  onChange(isAway: boolean): void
}

/** Refuses calls to a service that does not answer, so that callers do not wait for its time limit each time. */
export function createCircuit({ restMs, isAway, away, onChange }: CircuitOptions): Circuit {
  let isOpen = false
  const change = (isNowOpen: boolean): void => {
    if (isNowOpen === isOpen) return
    isOpen = isNowOpen
    onChange(isNowOpen)
  }
  const breaker = createCircuitBreaker(
    Date.now,
    { opened: () => change(true), closed: () => change(false) },
    { failures: 1, withinMs: restMs, firstRestMs: restMs, longestRestMs: restMs },
  )

  return {
    async run(act) {
      if (!breaker.admit()) throw away()
      try {
        const result = await act()
        breaker.record('succeeded')
        return result
      } catch (error) {
        breaker.record(isAway(error) ? 'failed' : 'succeeded')
        throw isAway(error) ? away() : error
      }
    },
  }
}
