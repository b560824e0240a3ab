export type * from './schema.ts'
export { createPacks, type Packs } from './create-packs.ts'
export { callWorker as continueRun } from './run/lane.ts'
export { runHolds } from './relations.ts'
