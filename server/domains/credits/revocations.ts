import { type SqlBool, sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'

/** Where the credits of one payment's lots are, and how many are to be taken back in all. */
export interface PaymentBooks {
  payment: string
  target: number
  granted: number
  remaining: number
  held: number
  captured: number
  gone: number
  revoked: number
  /** Of what was spent, missed no more. */
  forgiven: number
}

const ofLots = (column: 'granted' | 'remaining' | 'held' | 'captured' | 'revoked') =>
  sql<number>`coalesce(sum(${sql.ref(`l.${column}`)}), 0)::integer`.as(column)

/** Per payment that has lots or a revocation. */
export async function readPaymentBooks(
  from: Reader,
  userId: string,
  payment?: string,
): Promise<PaymentBooks[]> {
  return await from
    .selectFrom('credit_lots as l')
    .leftJoin('credit_revocations as r', (join) =>
      join.onRef('r.user_id', '=', 'l.user_id').onRef('r.payment', '=', 'l.payment'),
    )
    .select([
      sql<string>`l.payment`.as('payment'),
      sql<number>`coalesce(max(r.target), 0)`.as('target'),
      sql<number>`coalesce(max(r.forgiven), 0)`.as('forgiven'),
      ofLots('granted'),
      ofLots('remaining'),
      ofLots('held'),
      ofLots('captured'),
      ofLots('revoked'),
      sql<number>`coalesce(sum(l.expired + l.adjusted), 0)::integer`.as('gone'),
    ])
    .where('l.user_id', '=', userId)
    .where('l.payment', 'is not', null)
    .$if(payment !== undefined, (query) =>
      query.where(sql<SqlBool>`l.payment = ${payment ?? null}`),
    )
    .groupBy('l.payment')
    .execute()
}

/** Still to be taken back, from wherever it can be. */
export function outstandingOf(books: PaymentBooks): number {
  return Math.max(0, books.target - books.revoked)
}

/** To be taken once it is released. */
export function awaitingReleaseOf(books: PaymentBooks): number {
  return Math.min(books.held, outstandingOf(books))
}

/** Captured, so it cannot be taken back, forgiven or not. What expired unspent was of no use to the user, so it does not count against them. */
export function spentOf(books: PaymentBooks): number {
  const missing = outstandingOf(books) - books.remaining - books.held - books.gone
  return Math.max(0, Math.min(books.captured, missing))
}

/** What counts as missing of it: not what was forgiven. */
export function unrecoveredOf(books: PaymentBooks): number {
  return Math.max(0, spentOf(books) - books.forgiven)
}

/** Credits of given-back money that were captured; above zero there are no free or bonus credits. */
export async function findUnrecovered(from: Reader, userId: string): Promise<number> {
  const anything = await from
    .selectFrom('credit_revocations')
    .select('target')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (!anything) return 0
  const books = await readPaymentBooks(from, userId)
  return books.reduce((sum, payment) => sum + unrecoveredOf(payment), 0)
}
