import type { AdminPayment } from '#contract/admin-payment.ts'
import {
  admin as calls,
  type Adjustment,
  type AdminUser,
  type AuditEntry,
} from '#contract/admin.ts'
import { CSV_MARK, csvRow, type CsvValue } from '#contract/csv.ts'
import { everyItem } from '#server/platform/keyset.ts'
import { Download } from '#server/platform/route.ts'
import { type AdjustmentQuery, listAdjustments } from './adjustments.ts'
import { type AuditQuery, listAuditEvents } from './audit.ts'
import type { AdminContext } from './context.ts'
import { listPayments, type PaymentQuery } from './payments.ts'
import { listUsers, type UserQuery } from './people/users.ts'

const PAGE = 100

type Columns<T> = Record<string, (item: T) => CsvValue>

async function* csvOf<T>(
  columns: Columns<T>,
  items: AsyncIterable<T>,
): AsyncGenerator<string, void> {
  yield CSV_MARK + csvRow(Object.keys(columns))
  const values = Object.values(columns)
  for await (const item of items) yield csvRow(values.map((value) => value(item)))
}

function csv<T>(name: string, columns: Columns<T>, items: AsyncIterable<T>): Download {
  return new Download(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(columns, items))
}

const USER: Columns<AdminUser> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  first_name: ({ first_name: name }) => name,
  last_name: ({ last_name: name }) => name,
  created_at: ({ created_at: at }) => at,
  email_verified: ({ email_verified: verified }) => verified,
  is_staff: ({ is_staff: staff }) => staff,
  is_admin: ({ is_admin: admin }) => admin,
  banned: ({ banned }) => banned,
  limited: ({ limited }) => limited,
  deleted: ({ deleted }) => deleted,
  plan: ({ plan }) => plan.name,
  period: ({ plan }) => plan.period,
  renews_at: ({ plan }) => plan.renews_at,
  credits: ({ credits }) => credits,
  credits_held: ({ credits_held: held }) => held,
  paid_cents: ({ paid }) => paid,
  pictures: ({ pictures }) => pictures,
}

const PAYMENT: Columns<AdminPayment> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at,
  user: ({ user }) => user,
  email: ({ email }) => email,
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  reason: ({ reason }) => reason,
  plan: ({ plan }) => plan,
  period: ({ period }) => period,
  credits: ({ credits }) => credits,
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  amount_cents: ({ amount }) => amount,
  refunded_cents: ({ refunded }) => refunded,
  disputed_cents: ({ disputed }) => disputed,
  unspent_credits: ({ unspent }) => unspent,
}

const ADJUSTMENT: Columns<Adjustment> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at,
  user: ({ user }) => user,
  email: ({ email }) => email,
  amount: ({ amount }) => amount,
  forgives: ({ forgives }) => (forgives ? 'yes' : ''),
  plan: ({ plan }) => plan?.name ?? null,
  period: ({ plan }) => plan?.period ?? null,
  reason: ({ reason }) => reason,
  reference: ({ reference }) => reference,
  state: ({ state }) => state,
  requested_by: ({ requested_by: by }) => by,
  decided_by: ({ decided_by: by }) => by,
}

const ACT: Columns<AuditEntry> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at,
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  user: ({ user }) => user,
  subject: ({ subject }) => subject,
  reason: ({ reason }) => reason,
  data: ({ data }) => JSON.stringify(data),
}

type Whole<Q> = Omit<Q, 'cursor' | 'limit'>

/** Everybody that a search finds, newest first, however many. */
export const exportUsers = (context: AdminContext, query: Whole<UserQuery>): Download =>
  csv(
    'people',
    USER,
    everyItem((cursor) => listUsers(context, calls.users.path, { ...query, cursor, limit: PAGE })),
  )

export const exportPayments = (context: AdminContext, query: Whole<PaymentQuery>): Download =>
  csv(
    'payments',
    PAYMENT,
    everyItem((cursor) => listPayments(context, { ...query, cursor, limit: PAGE })),
  )

export const exportAdjustments = (context: AdminContext, query: Whole<AdjustmentQuery>): Download =>
  csv(
    'adjustments',
    ADJUSTMENT,
    everyItem((cursor) => listAdjustments(context, { ...query, cursor, limit: PAGE })),
  )

export const exportAuditEvents = ({ db }: AdminContext, query: Whole<AuditQuery>): Download =>
  csv(
    'log',
    ACT,
    everyItem((cursor) => listAuditEvents(db, { ...query, cursor, limit: PAGE })),
  )
