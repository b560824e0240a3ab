import { isoDate, isoMonth } from './calendar.ts'

/** External ids of grants: whichever path comes first grants, every other one finds it done. */
export const grantKeys = {
  planMonth: (subscriptionId: string, monthStart: Date) =>
    `plan:${subscriptionId}:${monthStart.toISOString()}`,
  /** A change of plan by its invoice; what it brings beside its own month names that month. */
  upgrade: (invoice: string, monthStart?: Date) =>
    monthStart ? `upgrade:${invoice}:${monthStart.toISOString()}` : `upgrade:${invoice}`,
  pack: (session: string) => `pack:${session}`,
  bonus: (day: Date) => `bonus:${isoDate(day)}`,
  /** For each of the two sides of a referral. */
  referral: (id: string) => `referral:${id}`,
  free: (month: Date) => `free:${isoMonth(month)}`,
}
