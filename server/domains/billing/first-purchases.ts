import { createHmac } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { type Database, type Db, sharedSecret, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { publicNetworkOf } from '#server/platform/public-network.ts'
import { t } from '#server/texts/index.ts'
import { recordCase } from './cases.ts'
import type { PaymentContext } from './context.ts'

/** A page of somebody else that has held its place long enough. */
type OverduePage = Pick<Selectable<Database['checkouts']>, 'id' | 'session_id'>

/** A place among the first purchases of a network, or none to be had. */
export type Place =
  /** The network is null where what is bought needs no place; `overdue` pages make room and are to be closed. */
  { network: Buffer | null; overdue: OverduePage[]; refusal?: undefined } | { refusal: AppError }

/** So long after somebody has opened their first page of a day, their page holds its place although nothing is paid on it. */
const UNPAID_MINUTES = 30

const refusalOf = (retryAfterSeconds: number): AppError =>
  new AppError('throttled', 'the limit of first purchases of a network is reached', {
    userMessage: t('billing.tooManyNewCustomers'),
    retryAfterSeconds,
  })

/** Whether somebody has paid money before. */
async function hasBought(tx: Tx, userId: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('amount', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}

/** Somebody else who holds a place. */
interface Holder {
  user_id: string
  is_paid: boolean
  /** Until the place can be had. */
  seconds: number
}

/**
 * Finds the other people who have paid for the first time since a day ago, or have a page open on which they can. That page holds its
 * place for a short time after the first one that its owner opened in that day: opened once more, it holds none.
 */
async function findHolders(tx: Tx, network: Buffer, userId: string): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select user_id, bool_or(status = 'paid') as is_paid,
      ceil(extract(epoch from case when bool_or(status = 'paid')
        then max(created_at) filter (where status = 'paid') + interval '1 day'
        else min(created_at) + make_interval(mins => ${UNPAID_MINUTES}) end - money_now()))::integer as seconds
    from checkouts
    where first_network = ${network} and user_id <> ${userId} and created_at > money_now() - interval '1 day'
    group by user_id having bool_or(status <> 'expired')
    order by seconds`.execute(tx)
  return rows
}

/** Locks open pages of these people on this network, without waiting for one that its owner is changing. */
async function lockPages(
  tx: Tx,
  network: Buffer,
  { userIds, count }: { userIds: string[]; count: number },
): Promise<OverduePage[]> {
  if (userIds.length === 0) return []
  return tx
    .selectFrom('checkouts')
    .select(['id', 'session_id'])
    .where('first_network', '=', network)
    .where('user_id', 'in', userIds)
    .where('status', '=', sql.lit('open'))
    .orderBy('created_at')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Stands for the public network of an address, by a key of the installation; null: it is not public. */
export async function hashNetwork(db: Db, ip: string): Promise<Buffer | null> {
  const network = publicNetworkOf(ip)
  if (network === null) return null
  const secret = await sharedSecret(db, 'purchase-networks')
  return createHmac('sha256', secret).update(network).digest()
}

/**
 * Looks for a place among the first purchases of a network, in the transaction in which the checkout is written that takes it.
 * Stolen cards are tried from one machine under many names: so many people a day may pay from there for the first time. A page that
 * is open counts for half an hour like one that was paid; after that it is closed as soon as somebody else needs its place, so that
 * pages on which nobody pays keep no buyer away, and no more people can pay than the limit says. Who has paid before needs no place.
 * @param buyer.network as {@link hashNetwork} returned it
 * @returns the place; or the refusal, which the caller throws once this transaction is committed: the operator's case is in it
 */
export async function findPlace(
  tx: Tx,
  { firstPurchases }: Pick<PaymentContext, 'firstPurchases'>,
  { userId, network }: { userId: string; network: Buffer | null },
): Promise<Place> {
  if (network === null || (await hasBought(tx, userId))) return { network: null, overdue: [] }
  const { perNetwork: most } = firstPurchases()
  if (most === 0) return { network, overdue: [] }
  // Two checkouts of one network count one after the other.
  const name = `first-purchases:${network.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const holders = await findHolders(tx, network, userId)
  const needed = holders.length - most + 1
  if (needed <= 0) return { network, overdue: [] }
  const isOver = ({ is_paid: isPaid, seconds }: Holder) => !isPaid && seconds <= 0
  const userIds = holders.filter(isOver).map(({ user_id: id }) => id)
  const overdue = await lockPages(tx, network, { userIds, count: needed })
  if (overdue.length === needed) return { network, overdue }
  await tellOperator(tx, { network, userId, most })
  // The place that is needed is free once those before it are.
  return { refusal: refusalOf(Math.max(60, holders[needed - 1]!.seconds)) }
}

/** Once a network and day. */
async function tellOperator(
  tx: Tx,
  { network, userId, most }: { network: Buffer; userId: string; most: number },
): Promise<void> {
  await recordCase(tx, {
    key: await dailyKey(tx, 'first-purchases', network),
    kind: 'first_purchases',
    userId,
    reference: null,
    text: `More than ${most} new customers have opened a payment page from one network address within 24 hours. The page was refused to this account first, and is to those after it.`,
  })
}

/** Names what is told once a day (UTC) of one network or card. */
export async function dailyKey(tx: Tx, what: string, hash: Buffer): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(money_now() at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(tx)
  return `${what}:${hash.toString('base64url').slice(0, 16)}:${rows[0]!.day}`
}

/** Forgets from which networks was bought: nothing counts them after a day. Safe to repeat. */
export async function forgetNetworks({ kysely }: Db): Promise<void> {
  await kysely
    .updateTable('checkouts')
    .set({ first_network: null })
    .where('first_network', 'is not', null)
    .where(sql<SqlBool>`created_at < money_now() - interval '2 days'`)
    .execute()
}
