export type * from './schema.ts'
export { createGeneration, type Generation } from './create-generation.ts'
export type { DrawingOrder, Drawn } from './submit/order-drawings.ts'
export type { PublicationListener } from './publications/listener.ts'
export type { PublishedSource } from './publications/published-source.ts'
export type { EngineControl, EngineLimits, EngineStanding, GenerationDeps } from './deps.ts'
export {
  countBusy,
  type EngineWork,
  hasWaiting,
  readEngineWork,
  waitOf,
} from './queue/engine-work.ts'
export { closeLanes } from './queue/lane-workers.ts'
export { estimateImages, images, jobs, wordProposals } from './relations.ts'
export type { CallQuoter, Commissioned, Commissions, QuoteAsker } from './commissions.ts'
export type { Promised, QuotedCall } from './submit/quote-generation.ts'
export { type IdempotencyKey, parseIdempotencyKey } from './submit/idempotency.ts'
export { hashBody } from './submit/request-hash.ts'
