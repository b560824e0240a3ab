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

/** Until billing says otherwise everybody is on the free plan. */
export const NO_SUBSCRIPTIONS: PlanSchedule = {
  next: () => Promise.resolve(null),
  graceUntil: () => Promise.resolve(null),
  freeFrom: (_tx, _userId, from) => Promise.resolve(from),
}
