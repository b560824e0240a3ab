export type * from './schema.ts'
export { createJobs, type Jobs } from './create-jobs.ts'
export type { DrawingOrder, Drawn } from './submit/order-drawings.ts'
export type { EngineControl, EngineLimits, JobsDeps, WordsPrices } from './deps.ts'
export { readAddedPrices } from './models/added-prices.ts'
export { defaultModel, drawsAnything, readyEngines, readyModel } from './models/default-model.ts'
export { seesFace } from './inputs/find-faces.ts'
export { listEditors } from './models/find-editor.ts'
export { listWorkflows } from './models/find-workflow.ts'
export type { OfferedTool } from './models/list-tool-models.ts'
export { defaultsOf } from './models/model-defaults.ts'
export {
  countBusy,
  type EngineWork,
  hasWaiting,
  readEngineWork,
  waitOf,
} from './queue/engine-work.ts'
export * from './run/attempts.ts'
export { closeLanes } from './queue/lane-workers.ts'
export { capturedOfJob, estimateImages, images, jobs, wordProposals } from './relations.ts'
export { PROMPT_TYPES } from './registry.ts'
export type { DrawnRequest, WordDrawer } from './word-drawer.ts'
export type { Commissioned, Commissions } from './commissions.ts'
export { type IdempotencyKey, parseIdempotencyKey } from './submit/idempotency.ts'
export { hashBody } from './submit/hash-body.ts'
export * from './results.ts'
