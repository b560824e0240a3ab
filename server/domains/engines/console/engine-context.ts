import type { Db, Tx } from '#server/platform/db/index.ts'
import type { ActionDeps } from '../actions/add-server.ts'

/** An administrator's act on engines and their models. */
export interface EngineAct {
  actorId: string
  action:
    | 'engine_added'
    | 'engine_changed'
    | 'engine_order_changed'
    | 'engine_samples_wanted'
    | 'engine_paused'
    | 'engine_drained'
    | 'engine_resumed'
    | 'engine_removed'
    | 'service_model_added'
    | 'service_model_changed'
    | 'service_model_tried'
    | 'service_model_offered'
    | 'service_model_paused'
    | 'service_model_removed'
    | 'service_models_imported'
    | 'model_added'
    | 'model_canceled'
    | 'model_removed'
    | 'network_switched'
  subject: string
  data?: Record<string, unknown>
}

/** Writes down what was done, in its transaction. */
export type AuditEngines = (tx: Tx, act: EngineAct) => Promise<void>

/** Parts that the console of engines is made of. */
export interface EngineContext extends ActionDeps {
  db: Db
  audit: AuditEngines
}
