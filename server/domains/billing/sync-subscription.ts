import { transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { applySubscription, type Remaining } from './apply-subscription.ts'
import type { PaymentContext } from './context.ts'
import { findCustomer } from './customers.ts'
import { returnRejected } from './return-rejected.ts'

const ATTEMPTS = 10

async function findVersion({ db, provider }: PaymentContext, id: string): Promise<number | null> {
  const row = await db.kysely
    .selectFrom('subscriptions')
    .select('version')
    .where('provider', '=', provider.name)
    .where('external_id', '=', id)
    .executeTakeFirst()
  return row?.version ?? null
}

/** What the provider must be told because of what was read. @returns whether anything was told */
async function finish(context: PaymentContext, id: string, todo: Remaining): Promise<boolean> {
  const { provider } = context
  for (const invoice of todo.voids) await provider.voidInvoice(invoice, `void:${invoice}`)
  if (todo.releases) await provider.releaseSchedule(todo.releases, `release:${todo.releases}`)
  if (todo.keeps) await provider.setCancelAtPeriodEnd(id, false, todo.keeps)
  if (todo.cancels) await provider.cancelNow(id, `cancel:${id}`)
  if (todo.returns) await returnRejected(context, todo.returns)
  return todo.voids.length > 0 || Boolean(todo.releases ?? todo.keeps) || todo.cancels
}

/**
 * Makes the books say of a subscription what the provider says: periods, credits, status. What was read is applied
 * only if nothing newer was applied meanwhile; else it is read again. Safe to repeat, in any order, by any path.
 * @returns whether it is one of ours
 */
export async function syncSubscription(context: PaymentContext, id: string): Promise<boolean> {
  const { db, provider } = context
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const version = await findVersion(context, id)
    // Invoices first: what the subscription says is then never older than they are.
    const invoices = await provider.listInvoices(id)
    const subscription = await provider.readSubscription(id)
    if (!subscription) return false
    const customer = await findCustomer(db.kysely, provider.name, subscription.customer)
    if (!customer) return false
    const todo = await transact(db, (tx) =>
      applySubscription(tx, context, { customer, subscription, invoices, version }),
    )
    if (todo !== 'outdated' && !(await finish(context, id, todo))) return true
  }
  throw new AppError('unavailable', `Subscription ${id} changes faster than it can be read`)
}
