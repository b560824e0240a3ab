export type * from './schema.ts'
export { lastEventOf, recordAuditEvent } from './audit.ts'
export { createAdmin, type Admin } from './create-admin.ts'
export type { AlertSources } from './business/watch-alerts.ts'
