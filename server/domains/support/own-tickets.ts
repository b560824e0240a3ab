import { support, type Ticket, type TicketDetail } from '#contract/support.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { everyItem, type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { jobOf, messagesOf, paymentOf, presentTicket, readTicket } from './rows.ts'

const USUAL = 30

/** One page of somebody's tickets, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listOwnTickets(
  reader: Reader,
  userId: string,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: Ticket[] }> {
  const rows = reader.selectFrom('support_tickets').selectAll().where('user_id', '=', userId)
  const { path } = support.list
  const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: USUAL })
  return { ...links, results: items.map(presentTicket) }
}

/** A ticket with its messages, for its owner. @throws {AppError} `not_found` */
export async function readOwnTicket(
  reader: Reader,
  userId: string,
  id: string,
): Promise<TicketDetail> {
  const row = await readTicket(reader, id, userId)
  const messages = await messagesOf(reader, row.id)
  const job = await jobOf(reader, row)
  return {
    ...presentTicket(row),
    job: job && { id: job.id, type: job.type, status: job.status, created_at: job.created_at },
    payment: await paymentOf(reader, row),
    messages: messages.map((message) => ({
      id: message.id,
      from: message.is_from_team ? 'team' : 'customer',
      text: message.text,
      credits: message.credits,
      created_at: message.created_at.toISOString(),
    })),
  }
}

/** All tickets of a person with their messages, for the copy of their data. */
export async function* everyTicket(
  reader: Reader,
  userId: string,
): AsyncGenerator<TicketDetail, void> {
  const all = everyItem((cursor) => listOwnTickets(reader, userId, { cursor }))
  for await (const { id } of all) yield readOwnTicket(reader, userId, id)
}
