import { sql } from 'kysely'
import type { Account } from './account.ts'
import { addDays, dayName, dayStart, isoDate, monthStart } from './calendar.ts'
import type { CreditContext } from './context.ts'
import { hashEmail } from './email-identity.ts'
import { FREE_CREDITS } from './free-policy.ts'
import { postEntry } from './post-entry.ts'
import { publicNetworkOf } from './public-network.ts'
import { applyDueEntries } from './apply-due-entries.ts'
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

/** Now, or the same time on the first day on which this network has a place left. */
async function reserveTime(
  account: Account,
  network: string,
  firstGrantsADay: number,
): Promise<Date> {
  const { tx, now } = account
  // Two verifications from one network count one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`free:${network}`}, 0))`.execute(tx)
  const taken = await tx
    .selectFrom('free_credits')
    .select('due_at')
    .where('network', '=', network)
    .where('due_at', '>=', dayStart(now))
    .execute()
  const days = taken.map(({ due_at }) => isoDate(due_at))
  for (let wait = 0; ; wait += 1) {
    const time = addDays(now, wait)
    const places = days.filter((day) => day === isoDate(time)).length
    if (places < firstGrantsADay) return time
  }
}

async function tellWait(account: Account, context: CreditContext, dueAt: Date): Promise<void> {
  const message =
    `Your ${FREE_CREDITS} free credits come on ${dayName(dueAt)}, because other accounts on your ` +
    'network already got theirs today.'
  await postEntry(account, {
    kind: 'grant',
    externalId: `free-wait:${isoDate(dueAt)}`,
    parts: [],
    from: null,
    to: 'remaining',
    text: message,
  })
  context.events.publish(account.tx, account.userId, 'notice', {
    title: 'Free credits',
    message,
  })
}

/**
 * Gives a freshly verified account its first free credits. One public network gets a few first grants a day, so that
 * addresses without end do not bring credits without end; who comes later waits and is told.
 */
export async function startFreeCredits(
  account: Account,
  context: CreditContext,
  { email, ip }: Omit<FreeMonthInput, 'userId'>,
): Promise<void> {
  if (await isRegistered(account)) return
  const network = (await isMailboxServed(account, context, email)) ? null : publicNetworkOf(ip)
  const dueAt = network
    ? await reserveTime(account, network, context.free.firstGrantsADay)
    : account.now
  await account.tx
    .insertInto('free_credits')
    .values({ user_id: account.userId, due_at: dueAt, network })
    .execute()
  await applyDueEntries(account, context)
  if (dueAt > account.now) await tellWait(account, context, dueAt)
}
