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

/** Who asks for a service that stands still must not wait for its time limit each time. */
export function createCircuit({ restMs, isAway, away, onChange }: CircuitOptions): Circuit {
  /** When the next call may try; 0 while the service is there. */
  let nextTry = 0

  return {
    async run(act) {
      if (nextTry > Date.now()) throw away()
      // Whoever tries keeps the others away until it is answered.
      if (nextTry > 0) nextTry = Number.POSITIVE_INFINITY
      try {
        const result = await act()
        if (nextTry > 0) onChange(false)
        nextTry = 0
        return result
      } catch (error) {
        if (!isAway(error)) {
          if (nextTry > 0) onChange(false)
          nextTry = 0
          throw error
        }
        if (nextTry === 0) onChange(true)
        nextTry = Date.now() + restMs
        throw away()
      }
    },
  }
}
