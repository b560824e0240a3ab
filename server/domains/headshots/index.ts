export type * from './schema.ts'
export { createHeadshots, type Headshots } from './create-headshots.ts'
export { cardHeadshots, openHeadshots } from './relations.ts'
