import { publicNetworkOf, rangeOf } from '#server/platform/public-network.ts'
import type { Account } from './account.ts'
import { applyDueEntries } from './apply-due-entries.ts'
import { isoDate, monthStart } from './calendar.ts'
import type { CreditContext } from './context.ts'
import { hashEmail } from './email-identity.ts'
import { isRestricted } from './follow-standing.ts'
import { reserveTime } from './free-line.ts'
import { tellWait } from './tell-wait.ts'
import type { FreeMonthInput } from './types.ts'

async function isRegistered(account: Account): Promise<boolean> {
  const row = await account.tx
    .selectFrom('free_credits')
    .select('user_id')
    .where('user_id', '=', account.userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Another account of the same mailbox had this month's, so this one takes no place of its network. */
async function isMailboxServed(
  account: Account,
  context: CreditContext,
  email: string,
): Promise<boolean> {
  const row = await account.tx
    .selectFrom('free_grants')
    .select('user_id')
    .where('email_hash', '=', hashEmail(email, context.secret))
    .where('month', '=', isoDate(monthStart(account.now)))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives a freshly verified account its first free credits. A public network, its range and all together get so many first
 * grants a day, so that addresses without end do not bring credits without end; who comes later waits and is told. An account
 * that is limited gets a place once it is not any more.
 */
export async function startFreeCredits(
  account: Account,
  context: CreditContext,
  { email, ip }: Omit<FreeMonthInput, 'userId'>,
): Promise<void> {
  if (await isRegistered(account)) return
  const network = (await isMailboxServed(account, context, email)) ? null : publicNetworkOf(ip)
  const isAside = network !== null && (await isRestricted(account))
  const reserved =
    network === null || isAside
      ? { dueAt: account.now, isEverywhere: false }
      : await reserveTime(account, network, context.free)
  await account.tx
    .insertInto('free_credits')
    .values({
      user_id: account.userId,
      due_at: reserved.dueAt,
      network,
      network_range: network && rangeOf(network),
      aside_since: isAside ? account.now : null,
    })
    .execute()
  await applyDueEntries(account, context)
  if (reserved.dueAt > account.now) await tellWait(account, context, reserved)
}
