import { type SqlBool, sql } from 'kysely'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { CreditContext } from './context.ts'
import { openAccount } from './apply-due-entries.ts'
import { announce } from './announce.ts'

const BATCH = 200

interface DueAccount {
  user_id: string
  next_due_at: Date | null
}

async function findDue(db: Db, after: DueAccount | null): Promise<DueAccount[]> {
  return await db.kysely
    .selectFrom('credit_accounts')
    .select(['user_id', 'next_due_at'])
    .where(sql<SqlBool>`next_due_at <= money_now()`)
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(next_due_at, user_id) > (${after?.next_due_at ?? null}, ${after?.user_id ?? null})`,
      ),
    )
    .orderBy('next_due_at')
    .orderBy('user_id')
    .limit(BATCH)
    .execute()
}

/**
 * Deletes addresses after their day and hashes of mailboxes after their month: nothing needs them longer. Accounts that were put
 * aside need theirs to come back, for 90 days.
 */
async function forgetOldFreeGrants(db: Db): Promise<void> {
  await sql`delete from free_grants where month < date_trunc('month', money_now() at time zone 'UTC')`.execute(
    db.kysely,
  )
  await sql`update free_credits set network = null, network_range = null
    where network is not null and due_at < money_now() - interval '2 days'
      and (aside_since is null or aside_since < money_now() - interval '90 days')`.execute(
    db.kysely,
  )
}

/**
 * Writes what is due for everybody, one short transaction a user. No balance depends on it, since every read and write
 * does the same first; it keeps the books of people up to date who do not come.
 * @returns how many accounts were brought up to date
 */
export async function applyAllDueEntries(
  db: Db,
  context: CreditContext,
  log: Log,
): Promise<number> {
  let settled = 0
  let last: DueAccount | null = null
  for (;;) {
    const batch: DueAccount[] = await findDue(db, last)
    for (const due of batch) {
      try {
        await transact(db, async (tx) =>
          announce(await openAccount(tx, due.user_id, context), context),
        )
        settled += 1
      } catch (error) {
        // One broken account must not stop the others; it is due again at the next run.
        log.error({ err: error, userId: due.user_id }, 'Credits that are due could not be written')
      }
      last = due
    }
    if (batch.length < BATCH) break
  }
  await forgetOldFreeGrants(db)
  return settled
}
