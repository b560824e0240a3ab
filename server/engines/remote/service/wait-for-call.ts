import { EngineError } from '../../spec/index.ts'
import type { CallState, ServiceCall } from './call-state.ts'
import { ServiceError } from './service-error.ts'

/** How patient the follower of a request is, milliseconds. */
export interface Patience {
  /** Between two looks, where no webhook comes; with one, a look is only there for those that get lost. */
  pollMs: number
  pollBesideWebhookMs: number
  /** How long a service may be away before the attempt ends; its work is asked for again then. */
  awayMs: number
  /** How long a training may take; left out: 6 hours. */
  trainingMs?: number
}

export const USUAL_PATIENCE: Patience = {
  pollMs: 1_000,
  pollBesideWebhookMs: 4_000,
  awayMs: 120_000,
}

/** A request that its own service does not know is looked for so often: one that has just begun may not be seen yet. */
const UNKNOWN_LOOKS = 3

/** Who waits for which request: a webhook ends the pause before the next look. */
export interface WakeUps {
  wake(id: string): void
  /** Until `ms` are over, somebody wakes this request, or `signal` aborts. Never rejects. */
  pause(id: string, ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeUps(): WakeUps {
  const waiting = new Map<string, Set<() => void>>()
  /** Requests whose webhook came while nobody waited for it, as when it is faster than the first look. */
  const early = new Set<string>()
  return {
    wake(id) {
      const all = waiting.get(id)
      if (all) for (const go of all) go()
      else if (early.size < MOST_EARLY) early.add(id)
    },
    async pause(id, ms, signal) {
      if (signal.aborted || early.delete(id)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const all = waiting.get(id) ?? new Set()
      waiting.set(id, all.add(resolve))
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      clearTimeout(timer)
      all.delete(resolve)
      if (all.size === 0) waiting.delete(id)
    },
  }
}

/** Every process hears of every request, also of those that others follow. */
const MOST_EARLY = 1000

type Running<State> = Extract<State, { state: 'running' }>
type Done<State> = Extract<State, { state: 'done' }>

/**
 * Looks at a request until it has ended. A service that is away is waited for: its work may go on.
 * @throws EngineError as `ServiceClient.read`; `signal`'s reason
 */
export async function waitForCall<State extends CallState>(
  client: { read(call: ServiceCall, signal: AbortSignal): Promise<State> },
  call: ServiceCall,
  options: {
    wakeUps: WakeUps
    patience: Patience
    hasWebhook: boolean
    signal: AbortSignal
    /** Called after each look at a request that runs. */
    onRunning(now: Running<State>): void
  },
): Promise<Done<State>> {
  const { wakeUps, patience, hasWebhook, signal, onRunning } = options
  const usual = hasWebhook ? patience.pollBesideWebhookMs : patience.pollMs
  let awaySince: number | null = null
  let unknown = 0
  for (;;) {
    signal.throwIfAborted()
    let pause = usual
    try {
      const now = await client.read(call, signal)
      if (now.state === 'done') return now as Done<State>
      awaySince = null
      onRunning(now as Running<State>)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof EngineError)) throw error
      if (error.code === 'operation_lost') {
        unknown += 1
        if (unknown >= UNKNOWN_LOOKS) throw error
      } else if (error.code === 'engine_unreachable' || error.code === 'engine_failed') {
        awaySince ??= Date.now()
        if (Date.now() - awaySince >= patience.awayMs) throw error
        if (error instanceof ServiceError) pause = Math.max(pause, error.retryAfterMs ?? 0)
      } else throw error
    }
    await wakeUps.pause(call.id, pause, signal)
  }
}
