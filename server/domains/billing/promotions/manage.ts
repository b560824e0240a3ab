import { type SqlBool, sql } from 'kysely'
import { adminPromotions, type Promotion } from '#contract/promotions.ts'
import { paths } from '#contract/paths.ts'
import { type Reader, readMoneyTime, transact, type Tx } from '#server/platform/db/index.ts'
import {
  AppError,
  type FieldErrors,
  invalidField,
  notFound,
  refuseFields,
  userError,
} from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from '../context.ts'
import { amountOf } from '../stripe/priced-items.ts'
import type { PromotionInput, Promotions } from '../types.ts'
import { itemsFor, presentTerms } from './check-promotion.ts'
import { discountOn, isFor, type PromotionRow } from './terms.ts'

/** Purchases with each promotion, by its payments. */
const USES = sql<{ id: string; redemptions: number; discounted: number; revenue: number }>`(
  select promotion_id as id,
    (count(*) filter (where reason in ('start', 'pack')))::integer as redemptions,
    coalesce(sum(discount), 0)::float8 as discounted, coalesce(sum(amount), 0)::float8 as revenue
  from payments where promotion_id is not null and status = 'paid' group by promotion_id)`

const STATE = sql<Promotion['state']>`case
  when p.ended_at is not null then 'ended'
  when p.expires_at <= money_now() then 'expired'
  when use.redemptions >= p.max_redemptions then 'used_up'
  when p.external_id is null then 'pending'
  else 'active' end`

const promotions = (from: Reader) =>
  from
    .selectFrom('promotions as p')
    .leftJoin(USES.as('use'), 'use.id', 'p.id')
    .selectAll('p')
    .select(['use.redemptions', 'use.discounted', 'use.revenue'])
    .select(STATE.as('state'))

type Listed = Awaited<ReturnType<ReturnType<typeof promotions>['executeTakeFirstOrThrow']>>

const present = (row: Listed, origin: string): Promotion => ({
  id: row.id,
  ...presentTerms(row),
  max_redemptions: row.max_redemptions,
  state: row.state,
  redemptions: row.redemptions ?? 0,
  discounted: row.discounted ?? 0,
  revenue: row.revenue ?? 0,
  created_at: row.created_at.toISOString(),
  link: origin + paths.pricing.link({ promotion: row.code }),
})

/** One page of all promotions, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listPromotions(
  from: Reader,
  query: KeysetQuery,
  origin: string,
): Promise<{ next: string | null; previous: string | null; results: Promotion[] }> {
  const { path } = adminPromotions.list
  const { items, ...links } = await readPage(promotions(from), {
    id: 'p.id',
    path,
    query,
    usually: 50,
  })
  return { ...links, results: items.map((row) => present(row, origin)) }
}

/** Whether it makes anything that is sold today cost nothing. */
const canLeaveNothing = (input: PromotionInput): boolean =>
  itemsFor(false).some(
    (item) => isFor(input, item) && amountOf(item) === discountOn(amountOf(item), input),
  )

/** Returns the faults of terms that are well formed, by field. */
function faultsOf(
  input: PromotionInput,
  { expiresAt, now }: { expiresAt: Date | null; now: Date },
): FieldErrors {
  const { duration, applies_to: target, max_redemptions: most } = input
  const isFree = canLeaveNothing(input)
  const isWrongForPacks = target === 'packs' && duration !== 'once'
  return {
    ...(isFree && duration === 'forever' && { duration: [t('billing.freeForever')] }),
    ...(isWrongForPacks && { duration: [t('billing.packPaidOnce')] }),
    ...(isFree &&
      duration !== 'forever' &&
      most === null && { max_redemptions: [t('billing.sayHowMany')] }),
    ...(expiresAt && expiresAt <= now && { expires_at: [t('common.timeOver')] }),
  }
}

/**
 * Writes a new promotion in the caller's transaction; `tellPromotion` then tells the provider.
 * @returns its id
 * @throws {AppError} `invalid`
 */
export async function createPromotion(
  tx: Tx,
  { provider }: Pick<PaymentContext, 'provider'>,
  input: PromotionInput,
): Promise<string> {
  const now = await readMoneyTime(tx)
  const expiresAt = input.expires_at === null ? null : new Date(input.expires_at)
  refuseFields(faultsOf(input, { expiresAt, now }))
  const made = await tx
    .insertInto('promotions')
    .values({ ...input, provider: provider.name, expires_at: expiresAt, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw invalidField('code', t('billing.codeTaken'))
  return made.id
}

/**
 * Ends a promotion in the caller's transaction; `tellPromotion` then tells the provider.
 * @throws {AppError} `not_found`; `conflict` for one that has ended
 */
export async function endPromotion(tx: Tx, id: string): Promise<void> {
  if (!isId(id)) throw notFound()
  const ended = await tx
    .updateTable('promotions')
    .set({ ended_at: sql<Date>`money_now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) return
  const known = await tx
    .selectFrom('promotions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  throw known ? userError('conflict', t('billing.promotionEnded')) : notFound()
}

export async function readPromotionOf(
  from: Reader,
  id: string,
  origin: string,
): Promise<Promotion> {
  return present(await promotions(from).where('p.id', '=', id).executeTakeFirstOrThrow(), origin)
}

/** The provider will never take it: it is over before it began. */
async function giveUp({ db }: PaymentContext, id: string): Promise<void> {
  await db.kysely
    .updateTable('promotions')
    .set({
      ended_at: sql<Date>`coalesce(ended_at, money_now())`,
      closed_at: sql<Date>`money_now()`,
    })
    .where('id', '=', id)
    .execute()
}

async function externalIdOf(context: PaymentContext, row: PromotionRow): Promise<string> {
  if (row.external_id !== null) return row.external_id
  const externalId = await context.provider.createPromotion({
    id: row.id,
    code: row.code,
    percentOff: row.percent_off,
    amountOff: row.amount_off,
    duration: row.duration,
    months: row.months,
    firstPurchase: row.first_purchase,
    maxRedemptions: row.max_redemptions,
    expiresAt: row.expires_at,
  })
  await context.db.kysely
    .updateTable('promotions')
    .set({ external_id: externalId })
    .where('id', '=', row.id)
    .execute()
  return externalId
}

/**
 * Tells the provider what it does not know yet of a promotion: that there is one, that it has ended. Safe to repeat.
 * @throws {AppError} `unavailable`, and `provider_error` for one that it refuses, which then is over
 */
export async function tellPromotion(context: PaymentContext, id: string): Promise<void> {
  const { db, provider } = context
  const row = await db.kysely
    .selectFrom('promotions')
    .selectAll()
    .where('id', '=', id)
    .where('provider', '=', provider.name)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  try {
    const externalId = await externalIdOf(context, row)
    if (row.ended_at === null) return
    await provider.endPromotion(externalId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'provider_error') await giveUp(context, id)
    throw error
  }
  await db.kysely
    .updateTable('promotions')
    .set({ closed_at: sql<Date>`money_now()` })
    .where('id', '=', id)
    .execute()
}

/** For the sweep: goes on with what was cut off, or what the provider did not answer to. */
export async function tellPromotions(context: PaymentContext): Promise<void> {
  const { db, provider, log } = context
  const waiting = await db.kysely
    .selectFrom('promotions')
    .select('id')
    .where('provider', '=', provider.name)
    .where('closed_at', 'is', null)
    .where(sql<SqlBool>`(external_id is null or ended_at is not null)`)
    .orderBy('id')
    .execute()
  for (const { id } of waiting) {
    try {
      await tellPromotion(context, id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.error({ err: error, promotion: id }, 'The payment provider did not take a promotion')
    }
  }
}

export function createPromotions(withProvider: () => PaymentContext): Promotions {
  /** Tells the provider of a promotion; if it does not answer, the promotion waits for the sweep. */
  async function tellNow(context: PaymentContext, id: string): Promise<void> {
    try {
      await tellPromotion(context, id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      context.log.warn({ err: error, promotion: id }, 'The payment provider is told later')
    }
  }
  return {
    async list(query, host) {
      const { db, originOf } = withProvider()
      return listPromotions(db.kysely, query, originOf(host))
    },
    async create(input, host, note) {
      const context = withProvider()
      const id = await transact(context.db, async (tx) => {
        const made = await createPromotion(tx, context, input)
        await note(tx, made)
        return made
      })
      await tellNow(context, id)
      return readPromotionOf(context.db.kysely, id, context.originOf(host))
    },
    async end(id, note) {
      const context = withProvider()
      await transact(context.db, async (tx) => {
        await endPromotion(tx, id)
        await note(tx)
      })
      await tellNow(context, id)
    },
  }
}
