export type * from './schema.ts'
export { createLifecycle, type Lifecycle } from './create-lifecycle.ts'
