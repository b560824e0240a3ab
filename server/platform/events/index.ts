export { createEvents, type EventsDeps } from './create-events.ts'
export type { Events, StoredEvent, Subscription } from './events.ts'
