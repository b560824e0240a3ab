import { type Selectable, sql } from 'kysely'
import type { Ticket, TicketJob, TicketSubjects } from '#contract/support.ts'
import { payments } from '#server/domains/billing/index.ts'
import { capturedOfJob, jobs } from '#server/domains/jobs/index.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { type AppError, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

export type TicketRow = Selectable<Database['support_tickets']>

/** What a ticket is called where credits are given back for it. */
export const referenceOf = (ticketId: string): string => `ticket:${ticketId}`

/** Whose ticket it has to be; null: anybody's, for the team. */
type Owner = string | null

const ticket = (reader: Reader, id: string, owner: Owner) => {
  const row = reader.selectFrom('support_tickets').selectAll().where('id', '=', id)
  return owner === null ? row : row.where('user_id', '=', owner)
}

/** @throws {AppError} `not_found` */
export async function readTicket(reader: Reader, id: string, owner: Owner): Promise<TicketRow> {
  const row = isId(id) ? await ticket(reader, id, owner).executeTakeFirst() : undefined
  if (!row) throw notFound()
  return row
}

/** Locks a ticket until the end of the transaction. @throws {AppError} `not_found` */
export async function lockTicket(tx: Tx, id: string, owner: Owner): Promise<TicketRow> {
  const row = isId(id) ? await ticket(tx, id, owner).forUpdate().executeTakeFirst() : undefined
  if (!row) throw notFound()
  return row
}

/** The ticket of a message with a key, its subject, and the words of the message. */
interface Written {
  ticket: string
  subject: string
  text: string
  /** Credits were given back with it, or wait for a second administrator. */
  hasCredits: boolean
}

/** Finds the message that its author sent with a key; undefined: none was, or there is no key. */
export async function messageOfKey(
  reader: Reader,
  authorId: string,
  key: string | undefined,
): Promise<Written | undefined> {
  if (key === undefined) return undefined
  const row = await reader
    .selectFrom('support_messages as message')
    .innerJoin('support_tickets as ticket', 'ticket.id', 'message.ticket_id')
    .select(['ticket.id as ticket', 'ticket.subject', 'message.text', 'adjustment_id'])
    .where('message.author_id', '=', authorId)
    .where('message.request_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const { adjustment_id: adjustment, ...written } = row
  return { ...written, hasCredits: adjustment !== null }
}

/**
 * As {@link messageOfKey}; its author's lock is held until the transaction ends, so that two sent at once come one after the other.
 */
export async function lockMessageOfKey(
  tx: Tx,
  authorId: string,
  key: string | undefined,
): Promise<Written | undefined> {
  if (key === undefined) return undefined
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${authorId}`}, 0))`.execute(tx)
  return messageOfKey(tx, authorId, key)
}

export const otherMessage = (): AppError => userError('idempotency_mismatch', t('support.keyUsed'))

/** Whether this message was written before. @throws {AppError} `idempotency_mismatch` for another one with its key */
export async function wasWritten(
  tx: Tx,
  message: {
    ticketId: string
    authorId: string
    text: string
    key: string | undefined
    /** Default: without. */
    hasCredits?: boolean
  },
): Promise<boolean> {
  const written = await lockMessageOfKey(tx, message.authorId, message.key)
  if (!written) return false
  const isSame =
    written.ticket === message.ticketId &&
    written.text === message.text &&
    written.hasCredits === (message.hasCredits ?? false)
  if (!isSame) throw otherMessage()
  return true
}

/**
 * Keeps somebody from acting on a ticket that is locked without having read its newest message: a colleague may have answered, with
 * credits, or the customer may have written meanwhile.
 * @param seen newest message that they have read; undefined: nothing is compared
 * @throws {AppError} `conflict`
 */
export async function requireRead(
  tx: Tx,
  ticketId: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return
  const newest = await tx
    .selectFrom('support_messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.id !== seen) throw userError('conflict', t('support.newMessage'))
}

export const presentTicket = (row: TicketRow): Ticket => ({
  id: row.id,
  subject: row.subject,
  state: row.state,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Finds the job that a ticket is about with its outcome, as far as it is there. */
export async function jobOf(
  reader: Reader,
  { user_id: userId, job_id: jobId }: TicketRow,
): Promise<TicketJob | null> {
  if (jobId === null) return null
  const job = await reader
    .selectFrom(jobs.as('job'))
    .select(['id', 'type', 'status', 'created_at', 'num_images as outputs', 'error'])
    .select(capturedOfJob.as('credits'))
    .where('id', '=', jobId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!job) return null
  return { ...job, error: job.error?.code ?? null, created_at: job.created_at.toISOString() }
}

/** Finds the payment that a ticket is about, as far as it is there. */
export async function paymentOf(
  reader: Reader,
  { user_id: userId, payment_id: paymentId }: TicketRow,
): Promise<TicketSubjects['payment']> {
  if (paymentId === null) return null
  const payment = await reader
    .selectFrom(payments.as('payment'))
    .select(['id', 'number', 'amount', 'currency', 'created_at'])
    .where('id', '=', paymentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return payment ? { ...payment, created_at: payment.created_at.toISOString() } : null
}

/** The messages of a ticket, the first first. */
export const messagesOf = (reader: Reader, ticketId: string) =>
  reader
    .selectFrom('support_messages')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute()

/** The time of the change, by the database's clock. */
export const now = sql<Date>`now()`

/** Writes a text of the customer's into a ticket, in the caller's transaction. */
export async function insertText(
  tx: Tx,
  userId: string,
  { id, text, key }: { id: string; text: string; key?: string | undefined },
): Promise<void> {
  await tx
    .insertInto('support_messages')
    .values({
      ticket_id: id,
      author_id: userId,
      is_from_team: false,
      text,
      request_key: key ?? null,
    })
    .execute()
}
