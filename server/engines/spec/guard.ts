import type { ClosedBy, EngineError } from '#lib/engine-spec/index.ts'
import type { Engine } from './engine.ts'

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

/** Who stands behind a guard. */
export interface GuardHooks extends CircuitWatcher {
  /** Why the engine is kept from new work, beside its circuit. */
  closedBy(): ClosedBy | null
  /** A failure that tells of the engine. */
  failed(error: EngineError): void
}

/** An engine behind a guard. */
export interface GuardedEngine {
  /** To be used instead of the one that was given. */
  engine: Engine
  /** Its circuit stands as another process has found; null: closed. */
  adopt(circuit: OpenCircuit | null): void
}
