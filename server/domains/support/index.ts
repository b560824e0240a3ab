export type * from './schema.ts'
export type { TicketAct } from './deps.ts'
export { createSupport, type Support } from './create-support.ts'
