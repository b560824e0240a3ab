/** An open circuit: nothing is sent before `until` (milliseconds); then one request tries. */
export interface OpenCircuit {
  until: number
  restMs: number
}

/** Hears of what happens to a circuit in this process. */
export interface CircuitWatcher {
  /** Also when a trial failed and the rest is longer now. */
  opened(circuit: OpenCircuit): void
  closed(): void
}

export interface CircuitBreaker {
  /** Null while requests are let through. */
  restsUntil(): number | null
  /** Whether a request may be sent now; of those that come after a rest, one. */
  admit(): boolean
  /** @param outcome `refused`: so would be all that is sent, so it rests at once */
  record(outcome: 'succeeded' | 'failed' | 'refused'): void
  /** Stands as another process has found; null: closed. */
  adopt(circuit: OpenCircuit | null): void
}

/** When a circuit opens, and for how long. */
export interface CircuitRule {
  /** This many failures within `withinMs` open it. */
  failures: number
  withinMs: number
  /** How long nothing is sent then; twice as long after each trial that fails. */
  firstRestMs: number
  longestRestMs: number
}

/** Five failures in a minute; tried after 30 seconds, then after 60, 120, ... up to ten minutes. */
const USUAL: CircuitRule = {
  failures: 5,
  withinMs: 60_000,
  firstRestMs: 30_000,
  longestRestMs: 10 * 60_000,
}

/**
 * Keeps requests from a server that fails: open after several failures, or one that says that all would be refused, then tried by one
 * request. Of our own: one process adopts what another found, which packages do not know.
 * @param now milliseconds
 */
export function createCircuitBreaker(
  now: () => number = Date.now,
  watcher?: CircuitWatcher,
  rule: CircuitRule = USUAL,
): CircuitBreaker {
  let failures: number[] = []
  let restMs = rule.firstRestMs
  let until: number | null = null
  let isTrying = false

  function close(): void {
    failures = []
    until = null
    isTrying = false
    restMs = rule.firstRestMs
  }

  function open(): void {
    until = now() + restMs
    watcher?.opened({ until, restMs })
  }

  return {
    restsUntil: () => (until !== null && (isTrying || now() < until) ? until : null),
    admit() {
      if (until === null) return true
      if (isTrying || now() < until) return false
      return (isTrying = true)
    },
    record(outcome) {
      if (outcome === 'succeeded') {
        const wasOpen = until !== null
        close()
        if (wasOpen) watcher?.closed()
        return
      }
      if (isTrying) {
        isTrying = false
        restMs = Math.min(rule.longestRestMs, restMs * 2)
        open()
        return
      }
      const recent = now() - rule.withinMs
      failures = [...failures.filter((at) => at > recent), now()]
      const isEnough = outcome === 'refused' || failures.length >= rule.failures
      if (until === null && isEnough) open()
    },
    adopt(circuit) {
      if (circuit === null) {
        if (until !== null) close()
      } else if (circuit.until !== until) {
        ;({ until, restMs } = circuit)
        isTrying = false
      }
    },
  }
}
