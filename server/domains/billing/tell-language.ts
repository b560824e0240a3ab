import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentContext } from './context.ts'

/** The language in which the provider writes to a customer that it was told nothing about. */
export const PROVIDERS_LANGUAGE = 'en'

/** Customers of one sweep. */
const BATCH = 50

/** Longer than a call with its repetitions takes, so that the provider never has two of one customer at a time. */
const CALL = sql`interval '4 minutes'`

/** At once, or when a call that is under way is over. */
const DUE = sql<Date>`greatest(now(), language_due_at)`

/** The language that somebody reads. */
export async function languageOfBuyer(from: Reader, userId: string): Promise<string> {
  const buyer = await from
    .selectFrom(people.as('buyer'))
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst()
  return buyer?.language ?? PROVIDERS_LANGUAGE
}

/** In the transaction in which somebody's language changes: the provider is told it with the next checkout, else by the sweep. */
export async function noteChangedLanguage(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('billing_customers')
    .set({ language_due_at: DUE })
    .where('user_id', '=', userId)
    .execute()
}

/** A call that this process alone may make. */
interface Call {
  id: string
  customer: string
  userId: string
  until: Date
}

async function beginCall(
  { db, provider }: PaymentContext,
  userId: string,
): Promise<Call | undefined> {
  const row = await db.kysely
    .updateTable('billing_customers')
    .set({ language_due_at: sql<Date>`now() + ${CALL}` })
    .where('provider', '=', provider.name)
    .where('user_id', '=', userId)
    .where('customer_id', 'is not', null)
    .where('closed_at', 'is', null)
    .where('language_due_at', '<=', sql<Date>`now()`)
    .returning(['id', 'customer_id', 'language_due_at'])
    .executeTakeFirst()
  if (!row || row.customer_id === null || row.language_due_at === null) return undefined
  return { id: row.id, customer: row.customer_id, userId, until: row.language_due_at }
}

/** Notes that the provider has answered, unless the language has changed since, or another process has begun to tell it. */
async function endCall(
  { db }: PaymentContext,
  { id, userId, until }: Call,
  language: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await tx
      .selectFrom('billing_customers')
      .select('language_due_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isLast = row.language_due_at?.getTime() === until.getTime()
    // Read behind the lock: a change that is being written has it until it can be read here.
    const isCurrent = (await languageOfBuyer(tx, userId)) === language
    await tx
      .updateTable('billing_customers')
      .set({ language_due_at: isLast && isCurrent ? null : DUE })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Has the provider write to somebody in the language that they read, where it is due. A call without an answer stays due.
 * @returns whether the provider refused it, which it would do again
 * @throws {AppError} `unavailable`, `provider_not_configured`
 */
async function tell(context: PaymentContext, userId: string): Promise<{ refusal: unknown }> {
  const call = await beginCall(context, userId)
  if (!call) return { refusal: null }
  const language = await languageOfBuyer(context.db.kysely, userId)
  let refusal: unknown = null
  try {
    await context.provider.setLanguage({ customer: call.customer, language })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'provider_error') throw error
    refusal = error
  }
  await endCall(context, call, language)
  return { refusal }
}

/**
 * Has the provider write invoices and receipts in the language that somebody reads. Safe to repeat. It never fails: what it could
 * not tell waits for the sweep.
 */
export async function tellLanguage(context: PaymentContext, userId: string): Promise<void> {
  const warn = (err: unknown) =>
    context.log.warn({ err, userId }, 'The payment provider was not told a language')
  try {
    const { refusal } = await tell(context, userId)
    if (refusal !== null) warn(refusal)
  } catch (error) {
    warn(error)
  }
}

/** For the sweep: tells the provider languages that have changed, until it does not answer. */
export async function tellChangedLanguages(context: PaymentContext): Promise<void> {
  const { db, provider, log } = context
  const changed = await db.kysely
    .selectFrom('billing_customers')
    .select('user_id')
    .where('provider', '=', provider.name)
    .where('customer_id', 'is not', null)
    .where('closed_at', 'is', null)
    .where('language_due_at', '<=', sql<Date>`now()`)
    .orderBy('language_due_at')
    .limit(BATCH)
    .execute()
  let refused = 0
  try {
    for (const { user_id: userId } of changed)
      if ((await tell(context, userId)).refusal !== null) refused += 1
  } catch (error) {
    log.warn({ err: error }, 'The payment provider is told languages by the next sweep')
  }
  if (refused > 0) log.warn({ refused }, 'The payment provider refused languages of customers')
}
