import { EngineError, type EngineTrouble } from './engine-error.ts'
import type { EngineHealth } from './health.ts'

/** Tells of an engine that cannot work because of an error. */
export const downBecauseOf = (error: unknown, load: number): EngineHealth => ({
  state: 'down',
  detail: error instanceof Error ? error.message : String(error),
  trouble: troubleOf(error),
  load,
})

/** Says what an error tells of the engine. */
export const troubleOf = (error: unknown): EngineTrouble =>
  error instanceof EngineError ? error.trouble : 'unknown'
