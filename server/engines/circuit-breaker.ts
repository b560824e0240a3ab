import type { Engine, EngineErrorCode, EngineHealth, Operations } from './spec/index.ts'
import { EngineError } from './spec/index.ts'

/** So many failures within this time open the circuit. */
const MOST_FAILURES = 5
const FAILURES_WITHIN_MS = 60_000
/** How long nothing is sent then; twice as long after each trial that fails. */
const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 10 * 60_000

/** Failures that tell of the server, not of the request. */
const OF_THE_SERVER: ReadonlySet<EngineErrorCode> = new Set([
  'engine_unreachable',
  'engine_failed',
  'picture_failed',
])

/** What every part of an engine can list. */
interface Offers {
  models(): Promise<unknown[]>
}

export interface CircuitBreaker {
  /** Null while requests are let through. */
  restsUntil(): number | null
  /** Whether a request may be sent now; of those that come after a rest, one. */
  admit(): boolean
  record(outcome: 'succeeded' | 'failed'): void
}

/**
 * Keeps requests from a server that fails: open after five failures in a minute, tried by one request after 30 seconds,
 * then after 60, 120, ... up to ten minutes.
 * @param now milliseconds
 */
export function createCircuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let failures: number[] = []
  let restMs = FIRST_REST_MS
  let until: number | null = null
  let isTrying = false

  return {
    restsUntil: () => (until !== null && (isTrying || now() < until) ? until : null),
    admit() {
      if (until === null) return true
      if (isTrying || now() < until) return false
      return (isTrying = true)
    },
    record(outcome) {
      if (outcome === 'succeeded') {
        failures = []
        until = null
        isTrying = false
        restMs = FIRST_REST_MS
        return
      }
      if (isTrying) {
        isTrying = false
        restMs = Math.min(LONGEST_REST_MS, restMs * 2)
        until = now() + restMs
        return
      }
      const recent = now() - FAILURES_WITHIN_MS
      failures = [...failures.filter((at) => at > recent), now()]
      if (until === null && failures.length >= MOST_FAILURES) until = now() + restMs
    },
  }
}

/**
 * An engine behind a circuit breaker. While that is open the engine offers no models, so that the next one that has
 * them takes the work, and refuses at once what was sent to it all the same.
 */
export function withCircuitBreaker(engine: Engine, now: () => number = Date.now): Engine {
  const breaker = createCircuitBreaker(now)

  async function watch<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      breaker.record('succeeded')
      return result
    } catch (error) {
      const counts = error instanceof EngineError && OF_THE_SERVER.has(error.code)
      // Whatever else was wrong, the server did answer.
      breaker.record(counts ? 'failed' : 'succeeded')
      throw error
    }
  }

  /** The same part, with what begins and follows work watched. */
  function guard<Request, Output, Part extends Operations<Request, Output> & Offers>(
    part: Part,
  ): Part {
    const watched: Pick<Operations<Request, Output>, 'start' | 'follow'> & Offers = {
      async start(request) {
        if (!breaker.admit()) throw resting(engine.name)
        try {
          return await part.start(request)
        } catch (error) {
          return watch(Promise.reject(error))
        }
      },
      follow: (operation, handlers) => watch(part.follow(operation, handlers)),
      models: async () => (breaker.restsUntil() === null ? part.models() : []),
    }
    return Object.assign(Object.create(part) as Part, watched)
  }

  return {
    ...engine,
    ...(engine.image && { image: guard(engine.image) }),
    ...(engine.tool && { tool: guard(engine.tool) }),
    ...(engine.video && { video: guard(engine.video) }),
    ...(engine.training && { training: guard(engine.training) }),
    async health(): Promise<EngineHealth> {
      const health = await engine.health()
      const until = breaker.restsUntil()
      if (until === null) return health
      const seconds = Math.max(0, Math.ceil((until - now()) / 1000))
      const detail = `failed ${MOST_FAILURES} times in a minute; tried again in ${seconds} s`
      return { ...health, state: 'down', detail: health.detail ?? detail }
    },
  }
}

function resting(name: string): EngineError {
  return new EngineError('engine_unreachable', `${name} rests after repeated failures`, {
    retryable: true,
    userMessage: 'The server that makes this cannot be reached right now.',
  })
}
