import type { Billing, BillingMails } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { SetAside } from '#server/platform/set-aside.ts'
import type { Log } from '#server/platform/log.ts'

/** What the use cases of admin share. */
export interface AdminContext {
  db: Db
  credits: Credits
  billing: Billing
  billingMails: Pick<BillingMails, 'sendForgiven'>
  setAside: SetAside
  /** Larger adjustments need a second administrator. */
  adjustmentLimit(): number
  /** What an hour of the engine costs, in cents. */
  engineCentsPerHour: number
  log: Log
}
