import { listAdminEmails } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { alertMail, type Alert } from './mails.ts'

/** Tells every administrator of a report that cannot wait. */
export async function alertAdmins(
  { mailer, siteOfUser }: Pick<CommunityDeps, 'mailer' | 'siteOfUser'>,
  tx: Tx,
  alert: Alert,
): Promise<void> {
  const site = siteOfUser({ brand: null, language: null })
  for (const email of await listAdminEmails(tx))
    await mailer.send(tx, alertMail(site, email, alert))
}
