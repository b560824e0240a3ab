import { sql } from 'kysely'
import type { Reconciliation } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import {
  creditAccounts,
  creditCaptures,
  creditHolds,
  openFreezes,
} from '#server/domains/credits/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import { openHeadshots } from '#server/domains/headshots/index.ts'
import { openTrainings } from '#server/domains/studios/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { listCases } from './cases.ts'
import { checkBooks } from './check-books.ts'
import { checkProvider, type ProviderCheck } from './check-provider.ts'
import type { AdminContext } from './context.ts'
import { readMargins } from './read-margins.ts'

/** All differences: within the credits, between credits and images or payments, and with the provider's payments. */
export async function findDifferences(
  { db, credits, billing }: AdminContext,
  days: number | null,
): Promise<ProviderCheck> {
  const [sums, books, provider] = await Promise.all([
    credits.reconcile(),
    checkBooks(db.kysely),
    checkProvider(billing, days),
  ])
  const inCredits = sums.map(({ userId, check, expected, actual }) => ({
    check,
    subject: `user ${userId}`,
    user: userId,
    expected: String(expected),
    actual: String(actual),
  }))
  return { ...provider, findings: [...inCredits, ...books, ...provider.findings] }
}

/** The operator's page: differences, what is stuck, what waits for a look, and what kinds of jobs bring. */
export async function readReconciliation(
  context: AdminContext,
  days: number,
): Promise<Reconciliation> {
  const { db, engineCentsPerHour } = context
  const [{ findings, checked, note, compared, leftOut }, stuck, cases, margins, totals] =
    await Promise.all([
      findDifferences(context, days),
      findStuckHolds(db.kysely),
      listCases(db.kysely),
      readMargins(db.kysely, days, engineCentsPerHour),
      readTotals(db.kysely),
    ])
  return {
    checked_at: new Date().toISOString(),
    provider_checked: checked,
    provider_note: note,
    provider_compared: compared,
    provider_left_out: leftOut,
    findings,
    stuck_holds: stuck,
    cases,
    margins,
    totals,
  }
}

/** Holds that nothing will close: of jobs that have ended or are past their deadline, or of none. */
async function findStuckHolds(from: Reader): Promise<Reconciliation['stuck_holds']> {
  const { rows } = await sql<{
    id: string
    user_id: string
    email: string
    job_id: string | null
    rest: number
    created_at: Date
  }>`
    select h.id, h.user_id, u.email, h.job_id, h.amount - h.captured - h.released as rest, h.created_at
    from ${creditHolds} h join ${people} u on u.id = h.user_id
    left join ${jobs} j on j.id = h.job_id
    where h.closed_at is null
      and (j.id is null or j.status not in ('P', 'R') or j.deadline_at < now() - interval '5 minutes')
      and not exists (select from ${jobs} o where o.hold_id = h.id and o.status in ('P', 'R')
        and o.deadline_at >= now() - interval '5 minutes')
      and not exists (select from ${openTrainings} t where t.hold_id = h.id)
      and not exists (select from ${openHeadshots} r where r.hold_id = h.id)
      and not exists (select from ${openFreezes} f where f.user_id = h.user_id
        and starts_with(h.external_id, 'freeze:' || f.key || ':'))
    order by h.created_at limit 200`.execute(from)
  return rows.map((row) => ({
    id: row.id,
    user: row.user_id,
    email: row.email,
    job: row.job_id,
    amount: row.rest,
    created_at: row.created_at.toISOString(),
  }))
}

async function readTotals(from: Reader): Promise<Reconciliation['totals']> {
  const { rows } = await sql<Record<keyof Reconciliation['totals'], string>>`
    select (select count(*) from ${people} p) as users,
      (select count(*) from ${payments} p where status = 'paid') as payments,
      (select coalesce(sum(amount), 0) from ${payments} p where status = 'paid') as paid,
      (select coalesce(sum(refunded), 0) from ${payments} p where status = 'paid') as refunded,
      (select coalesce(sum(disputed), 0) from ${payments} p where status = 'paid') as disputed,
      (select coalesce(sum(balance), 0) from ${creditAccounts} a) as balance,
      (select coalesce(sum(held), 0) from ${creditAccounts} a) as held,
      (select coalesce(sum(captured), 0) from ${creditCaptures} c) as captured,
      (select count(*) from ${images} i where status = 'S') as pictures`.execute(from)
  const row = rows[0]!
  return {
    users: Number(row.users),
    payments: Number(row.payments),
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    disputed: Number(row.disputed),
    balance: Number(row.balance),
    held: Number(row.held),
    captured: Number(row.captured),
    pictures: Number(row.pictures),
  }
}
