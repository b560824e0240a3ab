export type * from './schema.ts'
export { createPrompts, type Prompts } from './create-prompts.ts'
export { createWordDrawer } from './wildcards/order-words.ts'
