import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { SupportDeps } from './deps.ts'
import { lockTicket, now } from './rows.ts'
import { tellCustomer } from './tell-customer.ts'

/** Which ticket, and who of the team acts. */
export interface Act {
  id: string
  staffId: string
}

/** Answers a ticket, and closes it if wanted. @throws {AppError} `not_found` */
export async function answerTicket(
  deps: SupportDeps,
  { id, staffId, text, close }: Act & { text: string; close: boolean },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, id, null)
    await tx
      .insertInto('support_messages')
      .values({ ticket_id: id, author_id: staffId, is_from_team: true, text })
      .execute()
    await tx
      .updateTable('support_tickets')
      .set({
        state: close ? 'closed' : 'answered',
        assigned_to: sql<string>`coalesce(assigned_to, ${staffId})`,
        waiting_since: null,
        first_answered_at: sql<Date>`coalesce(first_answered_at, now())`,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    await tellCustomer(deps, tx, ticket, { text, credits: null })
  })
}

/** Takes a ticket, or hands it back. @throws {AppError} `not_found`; `conflict` for one that a colleague has */
export async function assignTicket(
  { db }: SupportDeps,
  { id, staffId, to }: Act & { to: 'me' | 'nobody' },
): Promise<void> {
  await transact(db, async (tx) => {
    const { assigned_to: before } = await lockTicket(tx, id, null)
    if (to === 'me' && before !== null && before !== staffId)
      throw userError('conflict', 'A colleague has this ticket.')
    await tx
      .updateTable('support_tickets')
      .set({ assigned_to: to === 'me' ? staffId : null })
      .where('id', '=', id)
      .execute()
  })
}

/** Closes a ticket; nobody waits for an answer to it any more. @throws {AppError} `not_found` */
export async function closeTicket({ db }: SupportDeps, id: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockTicket(tx, id, null)
    await tx
      .updateTable('support_tickets')
      .set({ state: 'closed', waiting_since: null })
      .where('id', '=', id)
      .execute()
  })
}
