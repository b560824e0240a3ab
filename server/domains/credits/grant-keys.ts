import { isoDate, isoMonth } from './calendar.ts'

/** External ids of grants: whichever path comes first grants, every other one finds it done. */
export const grantKeys = {
  planMonth: (subscriptionId: string, monthStart: Date) =>
    `plan:${subscriptionId}:${monthStart.toISOString()}`,
  bonus: (day: Date) => `bonus:${isoDate(day)}`,
  free: (month: Date) => `free:${isoMonth(month)}`,
}
