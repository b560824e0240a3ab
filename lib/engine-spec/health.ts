import type { ExecutionProvider } from '#contract/execution-providers.ts'
import type { EngineTrouble } from './engine-error.ts'

/** Why an engine that could work is given nothing new: an administrator, repeated failures, or what it cost today. */
export type ClosedBy = 'paused' | 'draining' | 'circuit' | 'limit'

export interface EngineHealth {
  state: 'ready' | 'starting' | 'down'
  /** One line for the operator when not ready, or when a model or what it was to run on cannot be used. */
  detail: string | null
  /** Why it is down. */
  trouble?: EngineTrouble
  /** Requests running and waiting inside the engine. */
  load: number
  /** Where its networks run now, of an engine that runs them itself. */
  runsOn?: ExecutionProvider
  /** Ids of the models that it has in memory, where it tells: others take it a while to load. */
  loaded?: readonly string[]
  /** Left out while it takes work. */
  closedBy?: ClosedBy
}
