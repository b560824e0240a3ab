import type { ActionDeps } from '#server/domains/engine-management/index.ts'
import type { AdminContext } from '../context.ts'

/** What the pages of engines need beside the others. */
export interface EngineContext extends AdminContext {
  engines: ActionDeps
}
