import type { PlanName, PlanPeriod } from '#contract/users.ts'
import type { CreditReader } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Route } from '#server/platform/route.ts'

/** The plan a user is on now; `period` and `renewsAt` are null on the free plan. */
export interface CurrentPlan {
  name: PlanName
  period: PlanPeriod | null
  renewsAt: Date | null
  cancelAt: Date | null
}

export interface PlanLimits {
  /** Jobs of one user that are pending or running together. */
  queue: number
  /** Jobs of one user that run at once. */
  running: number
  /** Larger goes first. */
  priority: number
}

export interface TestSubscriptionInput {
  userId: string
  /** `free` ends the subscription now. */
  plan: PlanName
  period: PlanPeriod
}

export interface Billing {
  /** plans/, users/me/ */
  routes: Route[]
  planOf(reader: CreditReader, userId: string): Promise<CurrentPlan>
  /** On a paid plan now, or owner of a bought pack: pictures are served without the corner mark. */
  hasPaid(reader: CreditReader, userId: string): Promise<boolean>
  /**
   * For the operator's command line: replaces the user's subscription by one that was not paid for, starts now,
   * grants its first credit month and ends at `renews_at`.
   */
  startTestSubscription(tx: Tx, input: TestSubscriptionInput): Promise<void>
}
