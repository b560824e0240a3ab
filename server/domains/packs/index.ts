export type * from './schema.ts'
export { createPacks, type Packs } from './create-packs.ts'
export { runHolds } from './relations.ts'
