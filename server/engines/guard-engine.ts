import { type CircuitBreaker, createCircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { t } from '#server/texts/index.ts'
import type {
  ClosedBy,
  Engine,
  EngineErrorCode,
  EngineHealth,
  GuardedEngine,
  GuardHooks,
  Operations,
  ToolEngine,
  WordsEngine,
} from './spec/index.ts'
import { EngineError } from './spec/index.ts'

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

/** What a guarded part would offer, if it were not closed. */
interface Resting {
  restingModels(): Promise<unknown[]>
}

/** What keeps work from an engine, and hears how its work ends. */
export interface Guard {
  breaker: CircuitBreaker
  /** Whether it is kept from new work for another reason than its circuit. */
  closedBy?(): ClosedBy | null
  /** Hears of a failure that tells of the engine. */
  failed?(error: EngineError): void
  /** Milliseconds. */
  now?(): number
}

/** Puts an engine behind a guard with a circuit breaker of its own. */
export function createGuard(engine: Engine, hooks: GuardHooks): GuardedEngine {
  const breaker = createCircuitBreaker(Date.now, hooks)
  return {
    engine: guardEngine(engine, { ...hooks, breaker }),
    adopt: (circuit) => breaker.adopt(circuit),
  }
}

/**
 * An engine that is watched. While its circuit is open, or it is closed otherwise, it offers no models, so that the next
 * one that has them takes the work. With an open circuit it also refuses at once what was sent to it all the same.
 */
export function guardEngine(engine: Engine, guard: Guard): Engine {
  const { breaker, now = Date.now } = guard

  const closedBy = (): ClosedBy | null =>
    guard.closedBy?.() ?? (breaker.restsUntil() === null ? null : 'circuit')

  async function watch<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      breaker.record('succeeded')
      return result
    } catch (error) {
      const counts = error instanceof EngineError && OF_THE_SERVER.has(error.code)
      if (counts) guard.failed?.(error)
      // Whatever else was wrong, the server did answer.
      breaker.record(counts ? (error.refusesAll ? 'refused' : 'failed') : 'succeeded')
      throw error
    }
  }

  /** Wraps a part of the engine, so that the circuit breaker sees how its `start` and `follow` end. */
  function watched<Request, Output, Part extends Operations<Request, Output> & Offers>(
    part: Part,
  ): Part {
    const watchedPart: Pick<Operations<Request, Output>, 'start' | 'follow'> & Offers & Resting = {
      async start(request, beginning) {
        if (!breaker.admit()) throw resting(engine.name)
        try {
          return await part.start(request, beginning)
        } catch (error) {
          return watch(Promise.reject(error))
        }
      },
      follow: (operation, handlers) => watch(part.follow(operation, handlers)),
      models: async () => (closedBy() === null ? part.models() : []),
      restingModels: async () => (closedBy() === null ? [] : part.models()),
    }
    return Object.assign(Object.create(part) as Part, watchedPart)
  }

  /** What selects is asked for at once, and none of it is an order: it is offered as models are. */
  const watchedTool = (part: ToolEngine): ToolEngine =>
    Object.assign(watched(part), {
      selects: async () => closedBy() === null && ((await part.selects?.()) ?? false),
      select: async (...asked: Parameters<NonNullable<ToolEngine['select']>>) =>
        closedBy() === null ? ((await part.select?.(...asked)) ?? null) : null,
    })

  const watchedWords = (part: WordsEngine): WordsEngine => ({
    async write(request, signal) {
      if (!breaker.admit()) throw resting(engine.name)
      // Whoever asked waits no longer: no answer in time tells of the server.
      const writing = part.write(request, signal).catch((error: unknown) => {
        throw signal.aborted ? tooSlow(engine.name, error) : error
      })
      return watch(writing)
    },
    models: async () => (closedBy() === null ? part.models() : []),
  })

  return {
    ...engine,
    ...(engine.image && { image: watched(engine.image) }),
    ...(engine.tool && { tool: watchedTool(engine.tool) }),
    ...(engine.video && { video: watched(engine.video) }),
    ...(engine.training && { training: watched(engine.training) }),
    ...(engine.words && { words: watchedWords(engine.words) }),
    async health(): Promise<EngineHealth> {
      const health = await engine.health()
      const reason = closedBy()
      if (reason === null) return health
      const until = breaker.restsUntil()
      if (reason !== 'circuit' || until === null) return { ...health, closedBy: reason }
      const seconds = Math.max(0, Math.ceil((until - now()) / 1000))
      const detail = `rests after failures; tried again in ${seconds} s`
      return {
        ...health,
        state: 'down',
        detail: health.detail ?? detail,
        trouble: health.trouble ?? 'rests',
        closedBy: reason,
      }
    },
  }
}

function tooSlow(name: string, cause: unknown): EngineError {
  return new EngineError('engine_unreachable', `${name} gave no answer in time`, {
    retryable: true,
    userMessage: t('engines.noAnswerInTime'),
    trouble: 'silent',
    cause,
  })
}

function resting(name: string): EngineError {
  return new EngineError('engine_resting', `${name} rests after repeated failures`, {
    retryable: true,
    userMessage: t('engines.serverNotReached'),
  })
}
