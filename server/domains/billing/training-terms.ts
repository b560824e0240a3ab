import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import { creditMonthAt } from './credit-months.ts'
import { modelsOf } from './plans.ts'
import { findPaidSubscription } from './subscriptions.ts'
import type { TrainingTerms } from './types.ts'

/** How many models somebody's plan trains in the credit month, and when that began. */
export async function trainingTermsOf(reader: Reader, userId: string): Promise<TrainingTerms> {
  const [paid, { rows }] = await Promise.all([
    findPaidSubscription(reader, userId),
    sql<{ now: Date }>`select money_now() as now`.execute(reader),
  ])
  const { now } = rows[0]!
  if (!paid) return { plan: 'free', models: 0, since: now }
  // Past its period a plan goes on while its renewal is decided: nothing new is granted, and no model.
  const month = creditMonthAt(paid, now)
  const kept = month?.index === 0 ? paid.models_since : null
  const since = kept ?? month?.start ?? paid.period_start
  return { plan: paid.plan, models: modelsOf(paid.plan), since }
}
