import { sql } from 'kysely'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { people } from '#server/domains/accounts/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from './context.ts'
import { languageOfBuyer, PROVIDERS_LANGUAGE } from './tell-language.ts'

export interface Customer {
  userId: string
  /** When the account was deleted: nothing can be bought any more. */
  closedAt: Date | null
}

/** The user that a customer of the provider stands for; null: none of ours. */
export async function findCustomer(
  from: Reader,
  provider: string,
  customerId: string,
): Promise<Customer | null> {
  const row = await from
    .selectFrom('billing_customers')
    .select(['user_id', 'closed_at'])
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row ? { userId: row.user_id, closedAt: row.closed_at } : null
}

/** The provider's customer for a user, as far as one was made. */
export async function findCustomerId(
  from: Reader,
  provider: string,
  userId: string,
): Promise<string | null> {
  const row = await from
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('provider', '=', provider)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/**
 * The provider's customer for a user, made on the first need.
 * @returns the provider's id
 * @throws {AppError} `conflict` when the account is being deleted
 */
export async function ensureCustomer(
  { db, provider }: PaymentContext,
  userId: string,
): Promise<string> {
  const find = () =>
    db.kysely
      .selectFrom('billing_customers')
      .select(['id', 'customer_id', 'closed_at'])
      .where('provider', '=', provider.name)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  let row = await find()
  if (!row) {
    await db.kysely
      .insertInto('billing_customers')
      .values({ user_id: userId, provider: provider.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await find()
  }
  if (!row) throw notFound()
  if (row.closed_at) throw userError('conflict', t('billing.accountDeleted'))
  if (row.customer_id !== null) return row.customer_id
  const user = await db.kysely
    .selectFrom(people.as('person'))
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const customerId = await provider.createCustomer({
    key: `customer:${row.id}`,
    userId,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`.trim(),
  })
  await noteCustomer({ db }, { id: row.id, userId, customerId })
  return customerId
}

/** Writes down a customer that the provider has made, once. */
async function noteCustomer(
  { db }: Pick<PaymentContext, 'db'>,
  { id, userId, customerId }: { id: string; userId: string; customerId: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const unnamed = await tx
      .selectFrom('billing_customers')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!unnamed) return
    // Read behind the lock: a change that is being written has it until it can be read here.
    const isKnown = (await languageOfBuyer(tx, userId)) === PROVIDERS_LANGUAGE
    await tx
      .updateTable('billing_customers')
      .set({ customer_id: customerId, language_due_at: isKnown ? null : sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
  })
}
