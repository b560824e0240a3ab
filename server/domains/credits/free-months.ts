import type { Account } from './account.ts'
import { people } from '#server/domains/accounts/index.ts'
import { t } from '#server/texts/index.ts'
import { addMonths, isoDate, isoMonth, monthStart } from './calendar.ts'
import type { CreditContext } from './context.ts'
import type { DueEvent } from './due-event.ts'
import { hashEmail } from './email-identity.ts'
import { grantKeys } from './grant-keys.ts'
import { addLot } from './lots.ts'
import { findEntry, postNote } from './post-entry.ts'
import { findUnrecovered } from './revocations.ts'

interface FreeState {
  email: string
  dueAt: Date
  decidedThrough: string | null
  /** Comes back with a place of its own: nothing is due until then. */
  isAside: boolean
}

/**
 * Accounts that were verified without an address to count (by the operator) are entered when they are first seen,
 * with the time of their verification.
 */
async function readFreeState(account: Account): Promise<FreeState | null> {
  const { tx, userId, now } = account
  const row = await tx
    .selectFrom(people.as('person'))
    .leftJoin('free_credits', 'free_credits.user_id', 'person.id')
    .select([
      'person.email',
      'person.email_verified_at',
      'due_at',
      'decided_through',
      'aside_since',
    ])
    .where('person.id', '=', userId)
    .executeTakeFirstOrThrow()
  // The account was deleted.
  if (!row.email_verified_at) return null
  if (row.due_at)
    return {
      email: row.email,
      dueAt: row.due_at,
      decidedThrough: row.decided_through,
      isAside: row.aside_since !== null,
    }
  const dueAt = row.email_verified_at < now ? row.email_verified_at : now
  await tx.insertInto('free_credits').values({ user_id: userId, due_at: dueAt }).execute()
  return { email: row.email, dueAt, decidedThrough: null, isAside: false }
}

async function decideMonth(account: Account, month: Date): Promise<void> {
  await account.tx
    .updateTable('free_credits')
    .set({ decided_through: isoDate(month) })
    .where('user_id', '=', account.userId)
    .execute()
}

/** Whether this mailbox had no free credits yet in this month, also through another or a deleted account. */
async function claimMonth(
  account: Account,
  { emailHash, month, at }: { emailHash: Buffer; month: Date; at: Date },
): Promise<boolean> {
  const claimed = await account.tx
    .insertInto('free_grants')
    .values({
      email_hash: emailHash,
      month: isoDate(month),
      user_id: account.userId,
      granted_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function grantMonth(
  account: Account,
  context: CreditContext,
  { email, month, at }: { email: string; month: Date; at: Date },
): Promise<void> {
  await decideMonth(account, month)
  if ((await findUnrecovered(account.tx, account.userId)) > 0) return
  const externalId = grantKeys.free(month)
  if (await findEntry(account, 'grant', externalId)) return
  const emailHash = hashEmail(email, context.secret)
  if (await claimMonth(account, { emailHash, month, at })) {
    await addLot(account, {
      entry: 'grant',
      kind: 'free',
      amount: context.free.creditsAMonth,
      expiresAt: addMonths(month, 1),
      externalId,
      text: t('statement.freeMonth', { month: { month: isoMonth(month) } }),
      at,
    })
    return
  }
  await postNote(account, {
    externalId,
    text: t('statement.freeMonthTaken', { month: { month: isoMonth(month) } }),
    at,
  })
}

/**
 * The next calendar month of free credits: at its start for accounts that had their first ones before, else when the
 * first are due; later if the user leaves a paid plan within the month. Null while the account takes no place.
 */
export async function nextFreeMonth(
  account: Account,
  context: CreditContext,
): Promise<DueEvent | null | 'unverified'> {
  const state = await readFreeState(account)
  if (!state) return 'unverified'
  if (state.isAside) return null
  const { email, dueAt, decidedThrough } = state
  const month = decidedThrough ? addMonths(new Date(decidedThrough), 1) : monthStart(dueAt)
  const from = dueAt > month ? dueAt : month
  const until = addMonths(month, 1)
  const at = await context.schedule.freeFrom(account.tx, account.userId, from, until)
  if (at) return { at, write: () => grantMonth(account, context, { email, month, at }) }
  // On a paid plan for the whole month: passed over once it has ended.
  return { at: until, write: () => decideMonth(account, month) }
}
