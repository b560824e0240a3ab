export type * from './schema.ts'
export { createGeneration, type Generation } from './create-generation.ts'
export type { GenerationDeps } from './deps.ts'
export { images, jobs } from './relations.ts'
