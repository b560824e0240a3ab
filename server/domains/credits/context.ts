import type { Events } from '#server/platform/events/index.ts'
import type { FreePolicy } from './free-policy.ts'
import type { PlanSchedule } from './types.ts'

/** What operations need beside their transaction. */
export interface CreditContext {
  events: Pick<Events, 'publish'>
  /** Keys the hashes of e-mail addresses. */
  secret: Buffer
  free: FreePolicy
  schedule: PlanSchedule
}
