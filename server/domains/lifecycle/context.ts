import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'

/** Dependencies that the use cases of these mails share. */
export interface LifecycleContext {
  db: Db
  mailer: Pick<Mailer, 'send'>
  /** The site of the person that a mail goes to. */
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  /** Writes down who changed the texts of which mail, in the transaction that changes them. */
  audit(
    tx: Tx,
    event: { actorId: string; action: 'mail_changed'; subject: string; data: { what: string } },
  ): Promise<void>
  log: Log
}
