import type { Me } from '#contract/users.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { CurrentPlan } from './types.ts'

function presentPlan(plan: CurrentPlan): Me['plan'] {
  return {
    name: plan.name,
    period: plan.period,
    renews_at: plan.renewsAt?.toISOString() ?? null,
    cancel_at: plan.cancelAt?.toISOString() ?? null,
  }
}

export interface ReadMeDeps {
  db: Db
  credits: Pick<Credits, 'balance' | 'loginBonus'>
  planOf(db: Db, userId: string): Promise<CurrentPlan>
}

export async function readMe({ db, credits, planOf }: ReadMeDeps, userId: string): Promise<Me> {
  const user = await db.kysely
    .selectFrom(people.as('person'))
    .select([
      'email',
      'first_name',
      'last_name',
      'is_staff',
      'is_admin',
      'email_verified_at',
      'language',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound()
  // First, since it writes what fell due, the end of a plan among it.
  const { balance, held } = await credits.balance(db, userId)
  const bonus = await credits.loginBonus(db, userId)
  return {
    id: userId,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    credits: balance,
    credits_held: held,
    plan: presentPlan(await planOf(db, userId)),
    is_staff: user.is_staff,
    is_admin: user.is_admin,
    language: user.language,
    email_verified: user.email_verified_at !== null,
    login_bonus: { amount: bonus.amount, claimed_today: bonus.claimedToday },
  }
}
