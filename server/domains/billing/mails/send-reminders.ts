import { sql } from 'kysely'
import type { PlanPeriod } from '#contract/users.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { people, unsubscribeSecret, unsubscribeToken } from '#server/domains/accounts/index.ts'
import { creditAccounts, creditLots, dayName } from '#server/domains/credits/index.ts'
import { formatMoney } from '#server/texts/index.ts'
import { labelOf, type PaidPlan } from '../plans.ts'
import { priceThen } from '../promotions/terms.ts'
import { lowCreditsMail, planText, renewalMail } from './billing-mail-texts.ts'
import { type BillingMailDeps, findLetter } from './send-billing-mails.ts'

export interface ReminderDeps extends BillingMailDeps {
  db: Db
}

/** Most people written to in one run; the next run goes on. */
const BATCH = 100
/** Share of a month's credits below which a reminder is sent. */
const FEW = 0.1

interface Renewal {
  user_id: string
  id: string
  plan: PaidPlan
  next_plan: PaidPlan | null
  next_period: PlanPeriod | null
  next_price: number | null
  renews_at: Date
  promotion_id: string | null
  discount_ends_at: Date | null
  period: PlanPeriod
  price: number | null
}

/** Mails once to everybody whose yearly plan renews within 7 days. Safe to repeat, and by several at once. */
export async function remindOfRenewals(deps: ReminderDeps): Promise<void> {
  const { rows } = await sql<Renewal>`
    select s.user_id, s.id, s.plan, s.scheduled_plan as next_plan, s.scheduled_period as next_period,
      s.scheduled_price as next_price, s.renews_at, s.promotion_id, s.discount_ends_at, s.period, s.price
    from subscriptions s
    where s.status = 'active' and s.external_id is not null and s.period = 'yearly' and s.cancel_at is null
      and s.renews_at > money_now() and s.renews_at <= money_now() + interval '7 days'
      and not exists (select from billing_notices n where n.user_id = s.user_id
        and n.kind = 'renewal' and n.key = s.id || ':' || floor(extract(epoch from s.renews_at))::bigint)
    order by s.renews_at limit ${BATCH}`.execute(deps.db.kysely)
  for (const row of rows) {
    const { user_id: userId, id, plan, next_plan, next_period, renews_at: at } = row
    const key = `${id}:${Math.floor(at.getTime() / 1000)}`
    await once(deps, { userId, kind: 'renewal', key }, async (tx) => {
      const letter = await findLetter(tx, userId, deps.siteOfUser)
      if (!letter) return null
      const price = await priceThen(tx, row, {
        plan: next_plan ?? plan,
        period: next_period ?? 'yearly',
        agreed: row.next_price,
        at,
      })
      const next = next_plan && next_period && planText(letter, next_plan, next_period)
      const { language } = letter
      const charge = {
        amount: formatMoney(price, 'usd', language),
        day: dayName(at, language),
        next,
      }
      return renewalMail(letter, labelOf(plan), charge)
    })
  }
}

/** Mails once a month to everybody with a plan who runs out of credits. Safe to repeat, and by several at once. */
export async function remindOfCredits(deps: ReminderDeps): Promise<void> {
  const { rows } = await sql<{ user_id: string; next_at: Date; key: string; balance: number }>`
    select s.user_id, month.ends_at as next_at, month.key, a.balance
    from subscriptions s
    join ${people} u on u.id = s.user_id and u.mail_low_credits
    join ${creditAccounts} a on a.user_id = s.user_id and a.balance < floor(s.monthly_credits * ${FEW}::numeric)
    join lateral (
      select max(l.expires_at) as ends_at, extract(epoch from max(l.expires_at))::bigint::text as key
      from ${creditLots} l where l.user_id = s.user_id and l.kind = 'plan' and l.expires_at > money_now()
    ) month on month.ends_at is not null and (s.cancel_at is null or s.cancel_at > month.ends_at)
    where s.status = 'active' and not exists (select from billing_notices n
      where n.user_id = s.user_id and n.kind = 'low_credits' and n.key = month.key)
    limit ${BATCH}`.execute(deps.db.kysely)
  const secret = await unsubscribeSecret(deps.db)
  for (const { user_id: userId, next_at: at, key, balance } of rows) {
    await once(deps, { userId, kind: 'low_credits', key }, async (tx) => {
      const letter = await findLetter(tx, userId, deps.siteOfUser)
      if (!letter) return null
      const token = unsubscribeToken(secret, { userId, kind: 'low_credits' })
      return lowCreditsMail(letter, { credits: balance, day: dayName(at, letter.language), token })
    })
  }
}

/** The note that it was sent and the mail go together, whoever else runs this at the same time. */
async function once(
  { db, mailer }: ReminderDeps,
  notice: { userId: string; kind: string; key: string },
  compose: (tx: Tx) => Promise<Parameters<BillingMailDeps['mailer']['send']>[1] | null>,
): Promise<void> {
  await transact(db, async (tx) => {
    const noted = await tx
      .insertInto('billing_notices')
      .values({
        user_id: notice.userId,
        kind: notice.kind,
        key: notice.key,
        sent_at: sql<Date>`money_now()`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    const mail = noted && (await compose(tx))
    if (mail) await mailer.send(tx, mail)
  })
}
