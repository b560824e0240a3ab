import type { Account } from './account.ts'
import { dayName, isoDate } from './calendar.ts'
import type { CreditContext } from './context.ts'
import type { Reserved } from './free-line.ts'
import { findEntry, postEntry } from './post-entry.ts'

/** Writes a line without credits that names a day, once for each day, and shows it in open pages. */
async function tell(
  account: Account,
  context: CreditContext,
  { dueAt, message }: { dueAt: Date; message: string },
): Promise<void> {
  const externalId = `free-wait:${isoDate(dueAt)}`
  if (await findEntry(account, 'grant', externalId)) return
  await postEntry(account, {
    kind: 'grant',
    externalId,
    parts: [],
    from: null,
    to: 'remaining',
    text: message,
  })
  context.events.publish(account.tx, account.userId, 'notice', { title: 'Free credits', message })
}

/** Tells somebody when the first free credits come, and why not now. */
export async function tellWait(
  account: Account,
  context: CreditContext,
  { dueAt, isEverywhere }: Reserved,
): Promise<void> {
  const day = dayName(dueAt)
  const { creditsAMonth: count } = context.free
  const message = isEverywhere
    ? `Your ${count} free credits come on ${day}, because all free credits of today are given out.`
    : `Your ${count} free credits come on ${day}, because other accounts on your network already got theirs today.`
  await tell(account, context, { dueAt, message })
}

/** Tells somebody who waits that the credits come sooner than was said. */
export async function tellSooner(
  account: Account,
  context: CreditContext,
  dueAt: Date,
): Promise<void> {
  const message = `Good news: your ${context.free.creditsAMonth} free credits come sooner, on ${dayName(dueAt)}.`
  await tell(account, context, { dueAt, message })
}
