import { sql } from 'kysely'
import { TICKET_MESSAGES_PER_DAY, type TicketDetail } from '#contract/support.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { SupportDeps } from './deps.ts'
import { isPriority } from './open-ticket.ts'
import { readOwnTicket } from './own-tickets.ts'
import { insertText, lockTicket, messageOfKey, now, readTicket, wasWritten } from './rows.ts'

interface NewMessage {
  id: string
  text: string
  key?: string | undefined
}

const PER_DAY = { name: 'ticket-messages', points: TICKET_MESSAGES_PER_DAY, seconds: 86_400 }

/** Counts one message more of those that a customer may write in a day. @throws {AppError} `throttled` */
export const countMessage = ({ limiter }: SupportDeps, userId: string): Promise<void> =>
  limiter.consume(PER_DAY, userId)

/** Writes a message of the customer's to a ticket that is locked, in the caller's transaction. */
export async function insertMessage(
  deps: SupportDeps,
  tx: Tx,
  userId: string,
  message: NewMessage,
): Promise<void> {
  await insertText(tx, userId, message)
  await tx
    .updateTable('support_tickets')
    .set({
      state: 'open',
      is_priority: await isPriority(deps, tx, userId),
      // Several messages in a row wait since the first.
      waiting_since: sql<Date>`coalesce(waiting_since, now())`,
      updated_at: now,
    })
    .where('id', '=', message.id)
    .execute()
}

/**
 * Adds a message of the customer's, who waits for an answer from now on; the same key adds it once.
 * @throws {AppError} `not_found`, `throttled`, `idempotency_mismatch`
 */
export async function writeMessage(
  deps: SupportDeps,
  userId: string,
  message: NewMessage,
): Promise<TicketDetail> {
  const { db } = deps
  const { id, text, key } = message
  await readTicket(db.kysely, id, userId)
  // A repetition writes nothing.
  if (!(await messageOfKey(db.kysely, userId, key))) await countMessage(deps, userId)
  return transact(db, async (tx) => {
    if (await wasWritten(tx, { ticketId: id, authorId: userId, text, key }))
      return readOwnTicket(tx, userId, id)
    await lockTicket(tx, id, userId)
    await insertMessage(deps, tx, userId, message)
    return readOwnTicket(tx, userId, id)
  })
}
