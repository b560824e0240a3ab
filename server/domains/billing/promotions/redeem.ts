import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from '../context.ts'
import type { CheckoutItem } from '../payment-provider.ts'
import { amountOf } from '../stripe/priced-items.ts'
import { limitGuesses } from './limit-guesses.ts'
import { codeOf, isFor, priceWith, type PromotionRow } from './terms.ts'

type Provider = Pick<PaymentContext['provider'], 'name' | 'minimumCharge'>

/** Purchases with a promotion: a plan's later payments are none. */
const isPurchase = sql<boolean>`status = 'paid' and reason in ('start', 'pack')`

/** How many purchases were made with a promotion. */
export async function countRedemptions(from: Reader, promotionId: string): Promise<number> {
  const { count } = await from
    .selectFrom('payments')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('promotion_id', '=', promotionId)
    .where(isPurchase)
    .executeTakeFirstOrThrow()
  return count
}

async function hasUsed(from: Reader, userId: string, promotionId: string): Promise<boolean> {
  const row = await from
    .selectFrom('payments')
    .select('id')
    .where('promotion_id', '=', promotionId)
    .where('user_id', '=', userId)
    .where(isPurchase)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Payments that came, those too that were for nothing or went back at once: the provider counts them all. */
const isMade = sql<boolean>`status in ('paid', 'rejected')`

/** Whether an account has bought anything yet, by the provider's definition of a first transaction. */
async function hasBought(from: Reader, userId: string): Promise<boolean> {
  const row = await from
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where(isMade)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function isOver(from: Reader, row: PromotionRow): Promise<boolean> {
  if (row.ended_at !== null) return true
  const { rows } = await sql<{ over: boolean }>`
    select coalesce(${row.expires_at}::timestamptz <= money_now(), false) as over`.execute(from)
  return rows[0]?.over === true
}

/**
 * Whether somebody may use a promotion now. An account uses each one once.
 * @param userId null: somebody who is not signed in
 * @param field of the request that is at fault
 * @throws {AppError} `invalid`
 */
export async function requireUsable(
  from: Reader,
  promotion: PromotionRow,
  { userId, field }: { userId: string | null; field: string },
): Promise<void> {
  if (promotion.external_id === null) throw invalidField(field, t('billing.codeNotValid'))
  if (await isOver(from, promotion)) throw invalidField(field, t('billing.codeExpired'))
  const { id, max_redemptions: most } = promotion
  if (most !== null && (await countRedemptions(from, id)) >= most) {
    throw invalidField(field, t('billing.codeUsedUp'))
  }
  if (userId === null) return
  if (await hasUsed(from, userId, id)) {
    throw invalidField(field, t('billing.codeUsed'))
  }
  if (promotion.first_purchase && (await hasBought(from, userId))) {
    throw invalidField(field, t('billing.codeForFirst'))
  }
}

/** @throws {AppError} `invalid` for a code that is not one of this provider's */
export async function findPromotion(
  from: Reader,
  { name }: Provider,
  { code, field }: { code: string; field: string },
): Promise<PromotionRow> {
  const row = await from
    .selectFrom('promotions')
    .selectAll()
    .where('provider', '=', name)
    .where('code', '=', codeOf(code))
    .executeTakeFirst()
  if (!row) throw invalidField(field, t('billing.codeNotValid'))
  return row
}

/** @throws {AppError} `invalid` where it takes nothing off, or leaves too little to be charged */
export function requireFits(
  { minimumCharge }: Provider,
  promotion: PromotionRow,
  item: CheckoutItem,
): void {
  const fits =
    item.kind !== 'headshots' &&
    isFor(promotion, item) &&
    priceWith(promotion, amountOf(item), minimumCharge) !== null
  if (!fits) throw invalidField('promotion', t('billing.codeNotForChoice'))
}

/**
 * The promotion that a purchase asks for.
 * @returns its id
 * @throws {AppError} `invalid`, `throttled`
 */
export async function readPromotion(
  { db, provider, limiter }: Pick<PaymentContext, 'db' | 'provider' | 'limiter'>,
  { userId, code, item, ip }: { userId: string; code: string; item: CheckoutItem; ip: string },
): Promise<string> {
  await limitGuesses({ limiter }, { userId, ip })
  const field = 'promotion'
  const promotion = await findPromotion(db.kysely, provider, { code, field })
  await requireUsable(db.kysely, promotion, { userId, field })
  requireFits(provider, promotion, item)
  return promotion.id
}

/**
 * The provider's id of the promotion of a checkout, looked at once more when the page is opened at the provider: what was
 * open before may have been paid meanwhile.
 * @throws {AppError} `invalid`
 */
export async function promotionForSession(
  { db }: Pick<PaymentContext, 'db'>,
  { user_id: userId, promotion_id: id }: { user_id: string; promotion_id: string | null },
): Promise<{ id: string; externalId: string } | null> {
  if (id === null) return null
  const promotion = await db.kysely
    .selectFrom('promotions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireUsable(db.kysely, promotion, { userId, field: 'promotion' })
  return { id, externalId: promotion.external_id ?? '' }
}
