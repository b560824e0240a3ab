import type { Db, Tx } from '#server/platform/db/index.ts'
import type { BillingEvent } from '../types.ts'
import { forgivenMail } from './billing-mail-texts.ts'
import { type BillingMailDeps, findLetter, sendBillingMail } from './send-billing-mails.ts'
import { remindOfCredits, remindOfRenewals } from './send-reminders.ts'

export interface BillingMails {
  /** In the transaction in which it happens. */
  send(tx: Tx, event: BillingEvent): Promise<void>
  /** That missing credits were forgiven, in the transaction that does it. @param forgiven.rest that still count */
  sendForgiven(tx: Tx, forgiven: { userId: string; credits: number; rest: number }): Promise<void>
  /** For cron: yearly plans that renew soon. */
  remindOfRenewals(db: Db): Promise<void>
  /** For cron: credits of a plan that run out. */
  remindOfCredits(db: Db): Promise<void>
}

export function createBillingMails(deps: BillingMailDeps): BillingMails {
  return {
    send: (tx, event) => sendBillingMail(deps, tx, event),
    async sendForgiven(tx, { userId, ...forgiven }) {
      const letter = await findLetter(tx, userId, deps.siteOfUser)
      if (letter) await deps.mailer.send(tx, forgivenMail(letter, forgiven))
    },
    remindOfRenewals: (db) => remindOfRenewals({ ...deps, db }),
    remindOfCredits: (db) => remindOfCredits({ ...deps, db }),
  }
}
