import type { Account } from './account.ts'
import { isoDate } from './calendar.ts'
import type { CreditContext } from './context.ts'
import type { Reserved } from './free-line.ts'
import { findEntry, postNote } from './post-entry.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'

/** Writes a line without credits that names a day, once for each day, and shows it in open pages. */
async function tell(
  account: Account,
  context: CreditContext,
  { dueAt, message }: { dueAt: Date; message: Text },
): Promise<void> {
  const externalId = `free-wait:${isoDate(dueAt)}`
  if (await findEntry(account, 'grant', externalId)) return
  await postNote(account, { externalId, text: message })
  const title = t('credits.freeCredits')
  context.events.publish(account.tx, account.userId, 'notice', {
    title: inEnglish(title),
    message: inEnglish(message),
    texts: { title, message },
  })
}

/** Tells somebody when the first free credits come, and why not now. */
export async function tellWait(
  account: Account,
  context: CreditContext,
  { dueAt, isEverywhere }: Reserved,
): Promise<void> {
  const day = { day: isoDate(dueAt) }
  const { creditsAMonth: count } = context.free
  const message = isEverywhere
    ? t('credits.freeComeAll', { count, day })
    : t('credits.freeComeNetwork', { count, day })
  await tell(account, context, { dueAt, message })
}

/** Tells somebody who waits that the credits come sooner than was said. */
export async function tellSooner(
  account: Account,
  context: CreditContext,
  dueAt: Date,
): Promise<void> {
  const message = t('credits.freeComeSooner', {
    count: context.free.creditsAMonth,
    day: { day: isoDate(dueAt) },
  })
  await tell(account, context, { dueAt, message })
}
