import { isDeepStrictEqual } from 'node:util'
import type { Me } from '#contract/users.ts'
import { sql } from 'kysely'
import type { OwnLimits } from '#contract/own-limits.ts'
import { limitOf, ownLimitsOfUser, people } from '#server/domains/accounts/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
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

/** A payment between two reads changes the plan, after which all is read again; three in a row do not happen. */
const MOST_READS = 3

/** Credits and plan of one moment: a payment brings both, so neither is shown without the other. */
async function readTogether({ db, credits, planOf }: ReadMeDeps, userId: string) {
  let plan = await planOf(db, userId)
  for (let reads = 1; ; reads++) {
    // It writes what fell due, the end of a plan among it.
    const balance = await credits.balance(db, userId)
    const before = plan
    plan = await planOf(db, userId)
    if (reads === MOST_READS || isDeepStrictEqual(before, plan)) return { ...balance, plan }
  }
}

export async function readMe(
  { db, credits, planOf }: ReadMeDeps,
  { userId, viewer }: Pick<Caller, 'userId' | 'viewer'>,
): Promise<Me> {
  const user = await db.kysely
    .selectFrom(people.as('person'))
    .select([
      'email',
      'first_name',
      'last_name',
      'is_staff',
      'is_admin',
      'limited_at',
      'email_verified_at',
      'language',
      'time_zone',
    ])
    .select(sql<OwnLimits | null>`${sql.raw(ownLimitsOfUser('person.id'))}`.as('own_limits'))
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound()
  const { balance, held, plan } = await readTogether({ db, credits, planOf }, userId)
  const limit = user.limited_at && (await limitOf(db.kysely, userId))
  const bonus = await credits.loginBonus(db, userId)
  return {
    id: userId,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    credits: balance,
    credits_held: held,
    plan: presentPlan(plan),
    is_staff: user.is_staff,
    is_admin: user.is_admin,
    limited: limit ? { reason: limit.reason, since: limit.since.toISOString() } : null,
    own_limits: user.own_limits,
    language: user.language,
    time_zone: user.time_zone,
    email_verified: user.email_verified_at !== null,
    viewed_until: viewer?.until.toISOString() ?? null,
    login_bonus: { amount: bonus.amount, claimed_today: bonus.claimedToday },
  }
}
