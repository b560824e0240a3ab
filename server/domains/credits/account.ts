import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'

/** A user's account while its row is locked; nobody else changes that user's credits meanwhile. */
export interface Account {
  tx: Tx
  userId: string
  /** Money time of this access; never earlier than that of the one before. */
  now: Date
  balance: number
  held: number
  /** Nothing falls due before; null: not known. */
  nextDueAt: Date | null
  /** Something was posted. */
  changed: boolean
}

interface AccountRow {
  balance: number
  held: number
  next_due_at: Date | null
  now: Date
}

// clock_timestamp, not money_now(): a transaction may have waited for the lock, and credits that expired meanwhile
// must not be spent. What was settled already stays in the past.
async function selectLocked(tx: Tx, userId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select balance, held, next_due_at, greatest(
      settled_at,
      date_trunc('milliseconds', clock_timestamp() + (select amount from clock_offset))
    ) as now
    from credit_accounts where user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

/** Locks the account row, which is made on the first access. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account> {
  let row = await selectLocked(tx, userId)
  if (!row) {
    await tx
      .insertInto('credit_accounts')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await selectLocked(tx, userId)
  }
  if (!row) throw new AppError('internal', `No credit account for user ${userId}`)
  const { balance, held, now } = row
  return { tx, userId, now, balance, held, nextDueAt: row.next_due_at, changed: false }
}

/** Something of this account falls due at `at`; null: it never does. Written with the next posting. */
export function expectDue(account: Account, at: Date | null): void {
  if (at && account.nextDueAt && at < account.nextDueAt) account.nextDueAt = at
}
