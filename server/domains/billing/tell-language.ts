import { people } from '#server/domains/accounts/index.ts'
import type { PaymentContext } from './context.ts'

/** The language in which the provider writes to a customer that it was told nothing about. */
export const PROVIDERS_LANGUAGE = 'en'

/** Customers of one sweep. */
const BATCH = 50

/** The language that somebody reads. */
export async function languageOfBuyer({ db }: PaymentContext, userId: string): Promise<string> {
  const buyer = await db.kysely
    .selectFrom(people.as('buyer'))
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst()
  return buyer?.language ?? PROVIDERS_LANGUAGE
}

/** Has the provider write to somebody in the language that they read, unless it does already. @throws {AppError} */
async function tell(context: PaymentContext, userId: string): Promise<void> {
  const { db, provider } = context
  const row = await db.kysely
    .selectFrom('billing_customers')
    .select(['id', 'customer_id', 'language'])
    .where('provider', '=', provider.name)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.customer_id === null) return
  const language = await languageOfBuyer(context, userId)
  if (row.language === language) return
  await provider.setLanguage({ customer: row.customer_id, language })
  const { numUpdatedRows: noted } = await db.kysely
    .updateTable('billing_customers')
    .set({ language })
    .where('id', '=', row.id)
    .where('language', 'is not distinct from', row.language)
    .executeTakeFirst()
  if (noted > 0n) return
  // Another change was told at the same time: nobody knows which of them came last, so the sweep tells it again.
  await db.kysely
    .updateTable('billing_customers')
    .set({ language: null })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Has the provider write invoices and receipts in the language that somebody reads. Safe to repeat. It never fails: what it could
 * not tell waits for the next checkout, or the sweep.
 */
export async function tellLanguage(context: PaymentContext, userId: string): Promise<void> {
  try {
    await tell(context, userId)
  } catch (error) {
    context.log.warn({ err: error, userId }, 'The payment provider was not told a language')
  }
}

/** Tells the provider languages that it was not told when they changed. */
export async function tellChangedLanguages(context: PaymentContext): Promise<void> {
  const { db, provider } = context
  const changed = await db.kysely
    .selectFrom('billing_customers as customer')
    .innerJoin(people.as('buyer'), 'buyer.id', 'customer.user_id')
    .select('customer.user_id')
    .where('customer.provider', '=', provider.name)
    .where('customer.customer_id', 'is not', null)
    .where('customer.closed_at', 'is', null)
    .where((eb) =>
      eb(
        'customer.language',
        'is distinct from',
        eb.fn.coalesce('buyer.language', eb.val(PROVIDERS_LANGUAGE)),
      ),
    )
    // Some that the provider refuses do not keep the others waiting.
    .orderBy((eb) => eb.fn('random'))
    .limit(BATCH)
    .execute()
  for (const { user_id: userId } of changed) await tellLanguage(context, userId)
}
