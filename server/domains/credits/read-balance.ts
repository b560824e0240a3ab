import { type SqlBool, sql } from 'kysely'
import { WITHDRAWAL } from './freezes.ts'
import { type Reader, readMoneyTime } from '#server/platform/db/index.ts'
import { dayStart } from './calendar.ts'
import type { FreePolicy } from './free-policy.ts'
import { grantKeys } from './grant-keys.ts'
import type { Balance, LoginBonus } from './types.ts'

export async function readBalance(from: Reader, userId: string): Promise<Balance> {
  const row = await from
    .selectFrom('credit_accounts')
    .select(['balance', 'held'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { balance: 0, held: 0 }
}

export async function readLoginBonus(
  from: Reader,
  userId: string,
  { loginBonus }: FreePolicy,
): Promise<LoginBonus> {
  const today = dayStart(await readMoneyTime(from))
  const claim = await from
    .selectFrom('credit_entries')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'grant')
    .where('external_id', '=', grantKeys.bonus(today))
    .executeTakeFirst()
  return { amount: loginBonus, claimedToday: claim !== undefined }
}

/** A pack whose money was given back in full was not bought. */
export async function hasBoughtPack(from: Reader, userId: string): Promise<boolean> {
  const row = await from
    .selectFrom('credit_lots as l')
    .leftJoin('credit_revocations as r', (join) =>
      join.onRef('r.user_id', '=', 'l.user_id').onRef('r.payment', '=', 'l.payment'),
    )
    .select('l.id')
    .where('l.user_id', '=', userId)
    .where('l.kind', '=', 'pack')
    .where(sql<SqlBool>`coalesce(r.target, 0) < l.granted`)
    // Who withdrew has not bought it, also where a part was spent.
    .where(
      sql<SqlBool>`not exists (select from credit_freezes f where f.user_id = l.user_id and f.payment = l.payment
        and starts_with(f.key, ${WITHDRAWAL}))`,
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
