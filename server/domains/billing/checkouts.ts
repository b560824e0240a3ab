import { type Selectable, sql } from 'kysely'
import { type Database, readMoneyTime, type Tx } from '#server/platform/db/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { termsText } from './mails/billing-mail-texts.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { paths } from '#contract/paths.ts'
import { t } from '#server/texts/index.ts'
import { applySession } from './apply-session.ts'
import type { PaymentContext } from './context.ts'
import { ensureCustomer, findCustomerId } from './customers.ts'
import { findPlace, hashNetwork } from './first-purchases.ts'
import type { CheckoutItem, RemoteSession } from './payment-provider.ts'
import { promotionForSession } from './promotions/redeem.ts'
import { languageOfBuyer, tellLanguage } from './tell-language.ts'

export type Checkout = Selectable<Database['checkouts']>

export interface CheckoutInput {
  userId: string
  item: CheckoutItem
  /** Where the buyer comes back to. */
  origin: string
  /** Id of what is taken off. */
  promotion: string | null
  /** Network address of the buyer. */
  ip: string
}

function itemOf(checkout: Checkout): CheckoutItem {
  if (checkout.kind === 'headshots') {
    const { reference, amount } = checkout
    if (reference === null || amount === null) {
      throw new AppError('internal', `Checkout ${checkout.id} names no set`, { userMessage: null })
    }
    return { kind: 'headshots', reference, amount }
  }
  if (checkout.kind === 'pack') return { kind: 'pack', quantity: checkout.quantity ?? 0 }
  const { plan, period } = checkout
  if (!plan || !period)
    throw new AppError('internal', `Checkout ${checkout.id} names no plan`, { userMessage: null })
  return { kind: 'plan', plan, period }
}

function isFor(checkout: Checkout, { item, origin, promotion }: CheckoutInput): boolean {
  const open = itemOf(checkout)
  if (checkout.origin !== origin || checkout.promotion_id !== promotion) return false
  if (item.kind === 'headshots' || open.kind === 'headshots') {
    return (
      open.kind === 'headshots' && item.kind === 'headshots' && open.reference === item.reference
    )
  }
  return open.kind === 'pack'
    ? item.kind === 'pack' && open.quantity === item.quantity
    : item.kind === 'plan' && open.plan === item.plan && open.period === item.period
}

async function findOpen(tx: Tx, userId: string): Promise<Checkout | undefined> {
  return await tx
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('open'))
    // A session that is being written into it is seen here, or sees that it was replaced.
    .forUpdate()
    .executeTakeFirst()
}

export async function closeCheckout(tx: Tx, id: string, status: 'paid' | 'expired'): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', 'paid')
    .execute()
}

interface Opened {
  checkout: Checkout
  /** Pages that it takes the place of. */
  closed: Pick<Checkout, 'session_id'>[]
}

/**
 * The user's one open checkout: for the same input the same one, for another input a new one that closes it.
 * @throws {AppError} `throttled`
 */
async function openRow(context: PaymentContext, input: CheckoutInput): Promise<Opened> {
  const network = await hashNetwork(context.db, input.ip)
  const opened = await transact(context.db, async (tx): Promise<Opened | AppError> => {
    const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${input.userId}`}, 0))`
    await lock.execute(tx)
    const open = await findOpen(tx, input.userId)
    if (open && open.provider === context.provider.name && isFor(open, input)) {
      return { checkout: open, closed: [] }
    }
    const place = await findPlace(tx, context, { userId: input.userId, network })
    if (place.refusal) return place.refusal
    const closed = [...(open ? [open] : []), ...place.overdue]
    for (const { id } of closed) await closeCheckout(tx, id, 'expired')
    const { item } = input
    const checkout = await tx
      .insertInto('checkouts')
      .values({
        user_id: input.userId,
        provider: context.provider.name,
        kind: item.kind,
        plan: item.kind === 'plan' ? item.plan : null,
        period: item.kind === 'plan' ? item.period : null,
        quantity: item.kind === 'pack' ? item.quantity : null,
        reference: item.kind === 'headshots' ? item.reference : null,
        amount: item.kind === 'headshots' ? item.amount : null,
        origin: input.origin,
        promotion_id: input.promotion,
        first_network: place.network,
        status: 'open',
        created_at: await readMoneyTime(tx),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { checkout, closed }
  })
  if (opened instanceof AppError) throw opened
  return opened
}

/**
 * Closes the pages on which somebody could still pay something else: of a checkout that was replaced, when the process ended or the
 * provider refused to close it, none is known here.
 */
async function closeOthers(context: PaymentContext, checkout: Checkout): Promise<void> {
  const { db, provider } = context
  const customer = await findCustomerId(db.kysely, provider.name, checkout.user_id)
  const open = customer === null ? [] : await provider.listOpenSessions(customer)
  for (const one of open)
    // Its own may have been made a moment ago, by another press.
    if (one.checkout !== checkout.id) await expireAtProvider(context, one.id)
}

async function expireAtProvider(context: PaymentContext, sessionId: string): Promise<void> {
  const session = await context.provider.expireSession(sessionId)
  // It was paid a moment ago: that counts.
  if (session) await applySession(context, session)
}

/** Where the buyer comes back to: of a set of headshots to its page, which tells how it goes on. */
function pagesOf(item: CheckoutItem, origin: string): { successUrl: string; cancelUrl: string } {
  const set = item.kind === 'headshots' ? paths.headshotSet.link(item.reference) : null
  return {
    successUrl: `${origin}${set ?? paths.billingSuccess.link()}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: origin + (set ?? paths.pricing.link()),
  }
}

/** The wording of `checkout.terms`: kept with each checkout, as it was beside the button. */
const TERMS_VERSION = '2026-11-29'

/**
 * Asked twice, the provider answers the same session, for the key is the row's.
 * @throws {AppError} `conflict` when another input has taken its place meanwhile
 */
async function createSession(context: PaymentContext, checkout: Checkout): Promise<RemoteSession> {
  const { db, provider } = context
  const item = itemOf(checkout)
  const language = await languageOfBuyer(db.kysely, checkout.user_id)
  const customer = await ensureCustomer(context, checkout.user_id)
  await tellLanguage(context, checkout.user_id)
  const session = await provider.createCheckout({
    checkoutId: checkout.id,
    userId: checkout.user_id,
    customer,
    item,
    ...pagesOf(item, checkout.origin),
    language,
    // Sets of headshots, which are made to measure, have a rule of their own.
    terms: item.kind === 'headshots' ? null : termsText(language),
    promotion: await promotionForSession(context, checkout),
  })
  const { status } = await db.kysely
    .updateTable('checkouts')
    .set({
      session_id: session.id,
      url: session.url,
      terms_version: item.kind === 'headshots' ? null : TERMS_VERSION,
    })
    .where('id', '=', checkout.id)
    .returning('status')
    .executeTakeFirstOrThrow()
  if (status !== 'open') {
    await expireAtProvider(context, session.id)
    throw userError('conflict', t('billing.otherPageOpened'))
  }
  return session
}

/** The provider has refused it, or its promotion was used up or ended meanwhile. */
const CLOSING = new Set(['provider_error', 'invalid'])

/** The key of a row is always the same, so a request that was refused once is refused always: close the row. */
async function createOrClose(context: PaymentContext, checkout: Checkout): Promise<RemoteSession> {
  try {
    return await createSession(context, checkout)
  } catch (error) {
    if (error instanceof AppError && CLOSING.has(error.code)) {
      await transact(context.db, (tx) => closeCheckout(tx, checkout.id, 'expired'))
    }
    throw error
  }
}

/**
 * The page where the user pays for something. A user has one open checkout: the same input finds the same page, another
 * one closes it, and one that is over makes place for a new one.
 * @returns its address
 * @throws {AppError} `account_limited`, `throttled`, `unavailable`, `invalid` for a promotion that cannot be used any more
 */
export async function openCheckout(context: PaymentContext, input: CheckoutInput): Promise<string> {
  await requireUnlimited(context.db.kysely, input.userId)
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { checkout, closed } = await openRow(context, input)
    for (const { session_id: id } of closed) if (id !== null) await expireAtProvider(context, id)
    if (checkout.session_id === null) await closeOthers(context, checkout)
    const session =
      checkout.session_id === null
        ? await createOrClose(context, checkout)
        : await context.provider.readSession(checkout.session_id)
    if (session?.status === 'open' && session.url !== null) return session.url
    if (session) await applySession(context, session)
    await transact(context.db, (tx) => closeCheckout(tx, checkout.id, 'expired'))
  }
  throw new AppError('unavailable', `No checkout could be opened for user ${input.userId}`, {
    userMessage: t('billing.pageNotOpened'),
    retryAfterSeconds: 60,
  })
}

/** Closes what is open for a set of headshots, here and at the provider. Safe to repeat. */
export async function closeOrderCheckout(
  context: PaymentContext,
  reference: string,
): Promise<void> {
  const { db, provider } = context
  const open = await db.kysely
    .selectFrom('checkouts')
    .select(['id', 'session_id'])
    .where('reference', '=', reference)
    .where('provider', '=', provider.name)
    .where('status', '=', sql.lit('open'))
    .execute()
  for (const { id, session_id: session } of open) {
    if (session !== null) await expireAtProvider(context, session)
    await transact(db, (tx) => closeCheckout(tx, id, 'expired'))
  }
}
