import type { Billing } from '#server/domains/billing/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'

/** Dependencies that the use cases of announcements share. */
export interface AnnouncementContext {
  db: Db
  billing: Pick<Billing, 'planOf'>
  /** Writes down who announced what, in the transaction that does it. */
  audit(
    tx: Tx,
    event: {
      actorId: string
      action: 'announcement_made' | 'announcement_changed' | 'announcement_ended'
      subject: string
      data: { text: string }
    },
  ): Promise<void>
}
