import { sql } from 'kysely'
import type { Account } from './account.ts'
import { addDays, dayName, dayStart, isoDate, monthStart } from './calendar.ts'
import type { CreditContext } from './context.ts'
import { hashEmail } from './email-identity.ts'
import type { FreePolicy } from './free-policy.ts'
import { postEntry } from './post-entry.ts'
import { publicNetworkOf, rangeOf } from '#server/platform/public-network.ts'
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

/** One of the counts that free credits are limited by. */
interface Count {
  /** First grants a day; 0: no limit. */
  most: number
  /** Those that are counted together. */
  of: Partial<Record<'network' | 'network_range', string>>
}

const countsOf = (network: string, free: FreePolicy): Count[] =>
  [
    { most: free.firstGrantsOfAllADay, of: {} },
    { most: free.firstGrantsOfRangeADay, of: { network_range: rangeOf(network) } },
    { most: free.firstGrantsADay, of: { network } },
  ].filter(({ most }) => most > 0)

/** Days, from today on, on which a count has no place left. */
async function fullDays({ tx, now }: Account, { most, of }: Count): Promise<string[]> {
  // Two verifications that are counted together count one after the other.
  const name = `free:${of.network ?? of.network_range ?? 'all'}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  let taken = tx
    .selectFrom('free_credits')
    .select(sql<string>`to_char(due_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .where('network', 'is not', null)
    .where('due_at', '>=', dayStart(now))
    .groupBy('day')
    .having(sql<number>`count(*)`, '>=', most)
  for (const [column, value] of Object.entries(of))
    taken = taken.where(column as keyof typeof of, '=', value)
  return (await taken.execute()).map(({ day }) => day)
}

interface Reserved {
  dueAt: Date
  /** All free credits of today are given out, wherever somebody is. */
  isEverywhere: boolean
}

/** Now, or the same time on the first day on which each count has a place left. */
async function reserveTime(account: Account, network: string, free: FreePolicy): Promise<Reserved> {
  const full = new Set<string>()
  let isEverywhere = false
  // From the widest on, so that no two wait for each other.
  for (const count of countsOf(network, free)) {
    const days = await fullDays(account, count)
    if (Object.keys(count.of).length === 0) isEverywhere = days.includes(isoDate(account.now))
    for (const day of days) full.add(day)
  }
  let dueAt = account.now
  while (full.has(isoDate(dueAt))) dueAt = addDays(dueAt, 1)
  return { dueAt, isEverywhere }
}

async function tellWait(
  account: Account,
  context: CreditContext,
  { dueAt, isEverywhere }: Reserved,
): Promise<void> {
  const day = dayName(dueAt)
  const { creditsAMonth: count } = context.free
  const message = isEverywhere
    ? `Your ${count} free credits come on ${day}, because all free credits of today are given out.`
    : `Your ${count} free credits come on ${day}, because other accounts on your network already got theirs today.`
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
 * Gives a freshly verified account its first free credits. A public network, its range and all together get so many first
 * grants a day, so that addresses without end do not bring credits without end; who comes later waits and is told.
 */
export async function startFreeCredits(
  account: Account,
  context: CreditContext,
  { email, ip }: Omit<FreeMonthInput, 'userId'>,
): Promise<void> {
  if (await isRegistered(account)) return
  const network = (await isMailboxServed(account, context, email)) ? null : publicNetworkOf(ip)
  const reserved = network
    ? await reserveTime(account, network, context.free)
    : { dueAt: account.now, isEverywhere: false }
  await account.tx
    .insertInto('free_credits')
    .values({
      user_id: account.userId,
      due_at: reserved.dueAt,
      network,
      network_range: network && rangeOf(network),
    })
    .execute()
  await applyDueEntries(account, context)
  if (reserved.dueAt > account.now) await tellWait(account, context, reserved)
}
