export type * from './schema.ts'
export { type Consents, createConsents } from './create-consents.ts'
