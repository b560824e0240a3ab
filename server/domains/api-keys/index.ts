export type * from './schema.ts'
export { type ApiKeys, createApiKeys, keyLimits } from './create-api-keys.ts'
export type { OpenedRequest } from './repeated-requests.ts'
