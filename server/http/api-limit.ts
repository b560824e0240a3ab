import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { userError } from '#server/platform/errors.ts'
import type { Caller, CallerKey } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

export interface ApiLimits {
  /** Calls and pages a minute from one address, on one node; 0 for no limit. */
  perAddress: number
  /** Calls a minute by one person, on one node; 0 for no limit. */
  perCaller: number
}

export type LimitKey = (key: CallerKey) => Promise<void>

export type LimitCaller = (caller: Caller) => Promise<void>

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts a page as so many calls of its address.
     * @throws {AppError} `throttled`
     */
    countCall(calls?: number): Promise<void>
  }
}

const WINDOW_SECONDS = 60
const COUNTED = /^\/(?:(?:proxy\/)?api\/(?!webhooks\/)|v1\/|sdapi\/|mcp(?:[/?]|$))/

/** @param own the limit of this key alone */
type Counter = (key: string, calls?: number, own?: Caller['ownCalls']) => Promise<void>

/** @param points asked at each call; 0 for no limit */
function createCounter(points: () => number): Counter {
  const limiter = new RateLimiterMemory({ points: points(), duration: WINDOW_SECONDS })
  return async (key, calls = 1, own) => {
    limiter.points = own?.perMinute ?? points()
    if (limiter.points === 0) return
    try {
      await limiter.consume(key, calls)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const seconds = refusal.msBeforeNext / 1000
      const text = own
        ? t('requests.tooManyByTeam', { count: own.perMinute, reason: own.reason })
        : t('common.throttled')
      throw userError('throttled', text, { retryAfterSeconds: seconds })
    }
  }
}

/**
 * A generous limit against floods, kept in this process's memory: a row written for each call would cost more
 * than it protects. Limits that guard accounts are in PostgreSQL, see platform/rate-limit.ts.
 * @returns the limit of a caller, for after it is known who they are
 */
export function addApiLimit(app: FastifyInstance, limits: ApiLimits): LimitCaller {
  const countAddress = createCounter(() => limits.perAddress)
  const countCaller = createCounter(() => limits.perCaller)
  app.decorateRequest('countCall', function (this: FastifyRequest, calls?: number) {
    return countAddress(this.ip, calls)
  })
  app.addHook('onRequest', async (request) => {
    // Providers send what happened, however much it is; what is not signed by them costs nothing.
    if (COUNTED.test(request.url)) await countAddress(request.ip)
  })
  return ({ userId, ownCalls, viewer }) => countCaller(viewer?.id ?? userId, 1, ownCalls)
}

/** More than any key may be allowed: what a key may is its own. */
const ANY_KEY = 1_000_000

/** Counts the calls of each API key, which has a limit of its own. */
export function createKeyLimit(): LimitKey {
  const limiter = new RateLimiterMemory({ points: ANY_KEY, duration: WINDOW_SECONDS })
  return async ({ id, callsPerMinute }) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(id)
    if (consumedPoints <= callsPerMinute) return
    throw userError('throttled', t('requests.tooManyWithKey'), {
      retryAfterSeconds: msBeforeNext / 1000,
    })
  }
}
