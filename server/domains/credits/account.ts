import { statement, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'

/** A user's account while its row is locked; nobody else changes that user's credits meanwhile. */
export interface Account {
  tx: Tx
  userId: string
  /** Time of this access by the billing clock; never earlier than that of the one before. */
  now: Date
  balance: number
  held: number
  /** Earliest time an entry is due; null if unknown. */
  nextDueAt: Date | null
  /** Whether an entry was posted during this access. */
  changed: boolean
  /** Whether what was read along with the lock is to be read again: the account was made just now, or an entry had fallen due. */
  outdated: boolean
  /** A new id, for a hold that is made during this access. */
  freshId: string
}

interface AccountRow {
  balance: number
  held: number
  next_due_at: Date | null
  now: Date
  fresh_id: string
}

// clock_timestamp, not money_now(): a transaction may have waited for the lock, and credits that expired meanwhile
// must not be spent. What was settled already stays in the past.
const LOCK = statement<AccountRow>(`
  select balance, held, next_due_at, uuidv7() as fresh_id, greatest(
    settled_at,
    date_trunc('milliseconds', clock_timestamp() + (select amount from clock_offset))
  ) as now
  from credit_accounts where user_id = $1 for update`)

/** Locks the account row, which is made on the first access. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account> {
  let [row] = await LOCK.run(tx, [userId])
  const outdated = row === undefined
  if (outdated) {
    await tx
      .insertInto('credit_accounts')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    ;[row] = await LOCK.run(tx, [userId])
  }
  if (!row)
    throw new AppError('internal', `No credit account for user ${userId}`, { userMessage: null })
  const { balance, held, now, next_due_at: nextDueAt, fresh_id: freshId } = row
  return { tx, userId, now, balance, held, nextDueAt, changed: false, outdated, freshId }
}

/** Notes that an entry falls due at `at` (null: never). It is written with the next posting. */
export function expectDue(account: Account, at: Date | null): void {
  if (at && account.nextDueAt && at < account.nextDueAt) account.nextDueAt = at
}
