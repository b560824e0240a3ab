import { randomUUID } from 'node:crypto'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import type { AppContext } from '../app/context.ts'
import type { CreateUser } from '../domains/accounts/index.ts'
import { type Db, transact } from '../platform/db/index.ts'

export interface ProvisionUser extends CreateUser {
  plan?: { name: PlanName; period: PlanPeriod }
  /** The exact balance in the end; left out: what the account comes with. */
  credits?: number
}

/** Adds or takes what makes the spendable balance exactly `target`. */
export async function setBalance(
  { credits }: Pick<AppContext, 'credits'>,
  db: Db,
  userId: string,
  target: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const writer = credits.writer(tx)
    await writer.applyDueEntries({ userId })
    const { balance } = await credits.balance(tx, userId)
    if (balance === target) return
    await writer.adjust({
      userId,
      amount: target - balance,
      externalId: `operator:${randomUUID()}`,
      text: 'Set by the operator',
    })
  })
}

/**
 * Opens an account with a plan and a balance.
 * @throws {AppError} `conflict` when the address has an account
 */
export async function provisionUser(
  context: Pick<AppContext, 'accounts' | 'billing' | 'credits'>,
  db: Db,
  { plan, credits, ...account }: ProvisionUser,
): Promise<{ id: string; email: string }> {
  const user = await context.accounts.createUser(account)
  if (plan) {
    const { name, period } = plan
    await context.billing.grantPlan({ userId: user.id, plan: name, period })
  }
  if (credits !== undefined) await setBalance(context, db, user.id, credits)
  return user
}
