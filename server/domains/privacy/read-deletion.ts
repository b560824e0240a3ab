import { sql } from 'kysely'
import type { AccountDeletion } from '#contract/account.ts'
import { creditLots } from '#server/domains/credits/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import { uploads } from '#server/domains/media/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { PrivacyContext } from './context.ts'

/** What deleting the account ends and loses, said before it is done. */
export async function readDeletion(
  { db, accounts, billing, credits }: PrivacyContext,
  caller: Caller,
): Promise<AccountDeletion> {
  const { userId } = caller
  const { balance } = await credits.balance(db, userId)
  const { name: plan } = await billing.planOf(db, userId)
  const { rows } = await sql<
    Pick<AccountDeletion, 'credits_bought' | 'pictures' | 'uploads' | 'running_jobs'>
  >`
    select
      (select coalesce(sum(remaining), 0)::integer from ${creditLots} lot
        where user_id = ${userId} and kind = 'pack') as credits_bought,
      (select count(*)::integer from ${images} image
        where user_id = ${userId} and status = 'S' and deleted_at is null) as pictures,
      (select count(*)::integer from ${uploads} upload
        where user_id = ${userId} and purpose = 'picture' and stored_at is not null
          and deleted_at is null) as uploads,
      (select count(*)::integer from ${jobs} job
        where user_id = ${userId} and status in ('P', 'R')) as running_jobs`.execute(db.kysely)
  return {
    ...(await accounts.describeConfirmation(caller)),
    plan,
    credits: balance,
    ...rows[0]!,
  }
}
