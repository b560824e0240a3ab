export type * from './schema.ts'
export { createSupport, type Support } from './create-support.ts'
