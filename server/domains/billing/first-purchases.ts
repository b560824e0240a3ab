import { createHmac } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Db, sharedSecret, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { publicNetworkOf } from '#server/platform/public-network.ts'
import { t } from '#server/texts/index.ts'
import { recordCase } from './cases.ts'
import type { PaymentContext } from './context.ts'

/** A place among the first purchases of a network, or none to be had. */
export type Place =
  /** Null: what is bought needs no place. */
  { network: Buffer | null; refusal?: undefined } | { refusal: AppError }

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

interface Taken {
  people: number
  /** Until the first of them counts no more. */
  seconds: number
}

/** Counts the other people who have a payment page of a first purchase open, or paid on it, since a day ago. */
async function countOthers(tx: Tx, network: Buffer, userId: string): Promise<Taken> {
  return await tx
    .selectFrom('checkouts')
    .select([
      sql<number>`count(distinct user_id)::integer`.as('people'),
      sql<number>`coalesce(ceil(extract(epoch from min(created_at) + interval '1 day' - money_now())), 0)::integer`.as(
        'seconds',
      ),
    ])
    .where('first_network', '=', network)
    .where('user_id', '<>', userId)
    .where('status', '<>', sql.lit('expired'))
    .where(sql<SqlBool>`created_at > money_now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
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
 * Stolen cards are tried from one machine under many names: so many people a day may pay from there for the first time. Pages that
 * are open count like those that were paid, and give their place back when they are over. Who has paid before needs none.
 * @param buyer.network as {@link hashNetwork} returned it
 * @returns the place; or the refusal, which the caller throws once this transaction is committed: the operator's case is in it
 */
export async function findPlace(
  tx: Tx,
  { firstPurchases }: Pick<PaymentContext, 'firstPurchases'>,
  { userId, network }: { userId: string; network: Buffer | null },
): Promise<Place> {
  if (network === null || (await hasBought(tx, userId))) return { network: null }
  const { perNetwork: most } = firstPurchases()
  if (most === 0) return { network }
  // Two checkouts of one network count one after the other.
  const name = `first-purchases:${network.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { people, seconds } = await countOthers(tx, network, userId)
  if (people < most) return { network }
  await tellOperator(tx, { network, userId, most })
  return { refusal: refusalOf(Math.max(60, seconds)) }
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
