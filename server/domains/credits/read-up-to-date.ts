import { type SqlBool, sql } from 'kysely'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import type { CreditContext } from './context.ts'
import { openAccount } from './apply-due-entries.ts'
import type { CreditReader } from './types.ts'
import { announce } from './announce.ts'

/** Whether nothing is due. Reads without a lock, since that is so at most reads. */
async function isUpToDate(db: Db, userId: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('credit_accounts')
    .select(sql<SqlBool>`next_due_at > money_now()`.as('settled'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.settled === true
}

/** Writes all due entries, then reads. */
export async function readUpToDate<T>(
  reader: CreditReader,
  { userId, context }: { userId: string; context: CreditContext },
  read: (from: Reader) => Promise<T>,
): Promise<T> {
  const settle = async (tx: Tx) => announce(await openAccount(tx, userId, context), context)
  if (!('pool' in reader)) {
    await settle(reader)
    return await read(reader)
  }
  if (!(await isUpToDate(reader, userId))) await transact(reader, settle)
  return await read(reader.kysely)
}
