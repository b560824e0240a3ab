import { listAdminEmails } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { PauseWarning } from '../service-models/look-at-models.ts'
import { limitMail, pauseMail } from './mails.ts'
import type { SpendingWarning } from './record-cost.ts'

/** Tells every administrator that an engine is about to reach its limit of the day. */
export async function warnAdmins(
  { mailer, site }: { mailer: Mailer; site: { name: string; origin: string } },
  tx: Tx,
  warning: SpendingWarning,
): Promise<void> {
  for (const email of await listAdminEmails(tx))
    await mailer.send(tx, limitMail(site, email, warning))
}

/** Tells every administrator that a service has changed or ended a model, which takes no orders any more. */
export async function warnOfPause(
  { mailer, site }: { mailer: Mailer; site: { name: string; origin: string } },
  tx: Tx,
  warning: PauseWarning,
): Promise<void> {
  for (const email of await listAdminEmails(tx))
    await mailer.send(tx, pauseMail(site, email, warning))
}
