import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { SupportDeps } from './deps.ts'
import { lockTicket, now, wasWritten } from './rows.ts'
import { tellCustomer } from './tell-customer.ts'

/** Which ticket, and who of the team acts. */
export interface Act {
  id: string
  staffId: string
}

/** Answers a ticket, and closes it if wanted; the same key does it once. @throws {AppError} `not_found`, `idempotency_mismatch` */
export async function answerTicket(
  deps: SupportDeps,
  {
    id,
    staffId,
    text,
    close,
    key,
  }: Act & { text: string; close: boolean; key?: string | undefined },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (await wasWritten(tx, { ticketId: id, authorId: staffId, text, key })) return
    const ticket = await lockTicket(tx, id, null)
    await tx
      .insertInto('support_messages')
      .values({
        ticket_id: id,
        author_id: staffId,
        is_from_team: true,
        text,
        request_key: key ?? null,
      })
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
    const act = { actorId: staffId, userId: ticket.user_id, subject: id }
    await deps.audit(tx, { ...act, action: 'ticket_answered' })
    if (close && ticket.state !== 'closed')
      await deps.audit(tx, { ...act, action: 'ticket_closed' })
  })
}

/** Takes a ticket, or hands it back. @throws {AppError} `not_found`; `conflict` for one that a colleague has */
export async function assignTicket(
  { db, audit }: SupportDeps,
  { id, staffId, to }: Act & { to: 'me' | 'nobody' },
): Promise<void> {
  await transact(db, async (tx) => {
    const { assigned_to: before, user_id: userId } = await lockTicket(tx, id, null)
    const next = to === 'me' ? staffId : null
    if (before === next) return
    if (to === 'me' && before !== null) throw userError('conflict', t('support.ticketTaken'))
    await tx
      .updateTable('support_tickets')
      .set({ assigned_to: next })
      .where('id', '=', id)
      .execute()
    const action = to === 'me' ? 'ticket_taken' : 'ticket_handed_back'
    await audit(tx, { actorId: staffId, action, userId, subject: id })
  })
}

/** Closes a ticket; nobody waits for an answer to it any more. @throws {AppError} `not_found` */
export async function closeTicket({ db, audit }: SupportDeps, { id, staffId }: Act): Promise<void> {
  await transact(db, async (tx) => {
    const { state, user_id: userId } = await lockTicket(tx, id, null)
    if (state === 'closed') return
    await tx
      .updateTable('support_tickets')
      .set({ state: 'closed', waiting_since: null })
      .where('id', '=', id)
      .execute()
    await audit(tx, { actorId: staffId, action: 'ticket_closed', userId, subject: id })
  })
}
