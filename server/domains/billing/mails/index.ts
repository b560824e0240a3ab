import type { Db, Tx } from '#server/platform/db/index.ts'
import type { BillingEvent } from '../types.ts'
import { type BillingMailDeps, sendBillingMail } from './send-billing-mails.ts'
import { sendReminders } from './send-reminders.ts'

export interface BillingMails {
  /** In the transaction in which it happens. */
  send(tx: Tx, event: BillingEvent): Promise<void>
  /** For cron: what is to be told ahead of time. */
  remind(db: Db): Promise<void>
}

export function createBillingMails(deps: BillingMailDeps): BillingMails {
  return {
    send: (tx, event) => sendBillingMail(deps, tx, event),
    remind: (db) => sendReminders({ ...deps, db }),
  }
}
