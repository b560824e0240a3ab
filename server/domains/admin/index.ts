export type * from './schema.ts'
export { createAdmin, type Admin } from './create-admin.ts'
