import { plans as plansApi } from '#contract/plans.ts'
import { users as usersApi } from '#contract/users.ts'
import type { CreditReader, Credits } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { route } from '#server/platform/route.ts'
import { PACKS, PLAN_OFFERS } from './plans.ts'
import { PRICES, TRAINING_COST } from './prices.ts'
import { readMe } from './read-me.ts'
import { startTestSubscription } from './start-test-subscription.ts'
import { findPaidSubscription, planSchedule } from './subscriptions.ts'
import type { Billing, CurrentPlan } from './types.ts'

const FREE_PLAN: CurrentPlan = { name: 'free', period: null, renewsAt: null, cancelAt: null }

async function planOf(reader: CreditReader, userId: string): Promise<CurrentPlan> {
  const from = 'pool' in reader ? reader.kysely : reader
  const paid = await findPaidSubscription(from, userId)
  if (!paid) return FREE_PLAN
  return {
    name: paid.plan,
    period: paid.period,
    renewsAt: paid.renews_at,
    cancelAt: paid.cancel_at,
  }
}

export interface BillingDeps {
  db: Db
  credits: Credits
}

/** Also tells `credits` when plans grant and end. */
export function createBilling({ db, credits }: BillingDeps): Billing {
  credits.usePlanSchedule(planSchedule)
  return {
    planOf,
    hasPaid: async (reader, userId) => {
      const { name } = await planOf(reader, userId)
      return name !== 'free' || (await credits.hasBoughtPack(reader, userId))
    },
    startTestSubscription: (tx, input) => startTestSubscription(tx, credits, input),
    routes: [
      route(plansApi.list, () =>
        Promise.resolve({
          plans: PLAN_OFFERS,
          packs: PACKS,
          prices: PRICES,
          training_cost: TRAINING_COST,
        }),
      ),
      route(usersApi.me, ({ caller }) => readMe({ db, credits, planOf }, caller.userId)),
    ],
  }
}
