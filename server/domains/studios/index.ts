export type * from './schema.ts'
export { createStudios, type Studios } from './create-studios.ts'
export { isStudioKey } from './studio-files.ts'
export { openTrainings } from './relations.ts'
