export type * from './schema.ts'
export { createWebhooks, type Webhooks } from './create-webhooks.ts'
export type { End } from './announce-end.ts'
export type { ReadSubject } from './deps.ts'
