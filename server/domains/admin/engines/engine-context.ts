import type { ActDeps } from '#server/domains/engines/index.ts'
import type { AdminContext } from '../context.ts'

/** What the pages of engines need beside the others. */
export interface EngineContext extends AdminContext {
  engines: ActDeps
}
