import type { ClosedBy, EngineError } from '#lib/engine-spec/index.ts'
import type { CircuitWatcher, OpenCircuit } from '#server/platform/circuit-breaker.ts'
import type { Engine } from './engine.ts'

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
