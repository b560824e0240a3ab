import { sql } from 'kysely'
import {
  adminTickets,
  type AdminTicket,
  type TicketState,
  type UnsaidTicketDetail,
} from '#contract/support.ts'
import { limitOf, people } from '#server/domains/accounts/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { Act, SupportDeps } from './deps.ts'
import { jobOf, paymentOf, presentTicket, referenceOf, type TicketRow } from './rows.ts'

const USUAL = 40
/** Open tickets that are shown; the next come up as these are answered. */
const MOST_OPEN = 100
/** Lines of the statement that a ticket shows. */
const STATEMENT_LINES = 20
const HOUR_MS = 3_600_000

type Shown = TicketRow & { email: string; assignee: string | null }

const tickets = (reader: Reader) =>
  reader
    .selectFrom('support_tickets as ticket')
    .innerJoin(people.as('owner'), 'owner.id', 'ticket.user_id')
    .leftJoin(people.as('assignee'), 'assignee.id', 'ticket.assigned_to')
    .selectAll('ticket')
    .select(['owner.email', 'assignee.email as assignee'])

const present = (row: Shown): AdminTicket => ({
  ...presentTicket(row),
  user: row.user_id,
  email: row.email,
  is_priority: row.is_priority,
  assigned_to: row.assignee,
  waiting_since: row.waiting_since?.toISOString() ?? null,
  first_answer_hours:
    row.first_answered_at === null
      ? null
      : (row.first_answered_at.getTime() - row.created_at.getTime()) / HOUR_MS,
})

/** How long customers of the last 30 days waited for the first answer. */
async function readFirstAnswers(
  reader: Reader,
): Promise<{ median_hours: number | null; answered: number }> {
  return reader
    .selectFrom('support_tickets')
    .select([
      sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from first_answered_at - created_at) / 3600)`.as('median_hours'),
      sql<number>`count(*)::integer`.as('answered'),
    ])
    .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('first_answered_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

export type TicketPage = {
  count?: number
  next: string | null
  previous: string | null
  results: AdminTicket[]
  first_answer: { median_hours: number | null; answered: number }
}

/**
 * Open tickets in the order in which they should be answered; others newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listTickets(
  { db: { kysely } }: SupportDeps,
  { state, user, ...query }: KeysetQuery & { state: TicketState; user?: string | undefined },
): Promise<TicketPage> {
  const first_answer = await readFirstAnswers(kysely)
  const { path } = adminTickets.list
  if (user !== undefined) {
    if (!isId(user)) return { next: null, previous: null, first_answer, results: [] }
    const own = tickets(kysely).where('ticket.user_id', '=', user)
    const list = { id: 'ticket.id', path, query: { user, ...query }, usually: USUAL }
    const { items, ...links } = await readPage(own, list)
    return { ...links, first_answer, results: items.map(present) }
  }
  const rows = tickets(kysely).where('ticket.state', '=', state)
  if (state !== 'open') {
    const list = { id: 'ticket.id', path, query: { state, ...query }, usually: USUAL }
    const { items, ...links } = await readPage(rows, list)
    return { ...links, first_answer, results: items.map(present) }
  }
  const open = await rows
    .orderBy('ticket.is_priority', 'desc')
    .orderBy('ticket.waiting_since')
    .orderBy('ticket.id')
    .limit(MOST_OPEN)
    .execute()
  const { count } = await kysely
    .selectFrom('support_tickets')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { count, next: null, previous: null, first_answer, results: open.map(present) }
}

/** A ticket with what a colleague needs to answer it. @throws {AppError} `not_found` */
export async function readForTeam(
  { db, billing, credits, waitingCredits, creditsAtOnce }: SupportDeps,
  { id, staffId }: Act,
): Promise<UnsaidTicketDetail> {
  const { kysely } = db
  const row = isId(id)
    ? await tickets(kysely).where('ticket.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  const statement = await credits.statement(row.user_id, { limit: STATEMENT_LINES })
  const limit = await limitOf(kysely, row.user_id)
  const reference = referenceOf(row.id)
  const messages = await kysely
    .selectFrom('support_messages as message')
    .leftJoin(people.as('author'), 'author.id', 'message.author_id')
    .selectAll('message')
    .select('author.email as author')
    .where('message.ticket_id', '=', row.id)
    .orderBy('message.id')
    .execute()
  return {
    ...present(row),
    payment: await paymentOf(kysely, row),
    job: await jobOf(kysely, row),
    plan: (await billing.planOf(db, row.user_id)).name,
    limit: limit && { reason: limit.reason, since: limit.since.toISOString() },
    is_objection: row.limit_id !== null,
    credits: statement.balance,
    waiting_credits: await waitingCredits(reference),
    credits_at_once: await creditsAtOnce({ adminId: staffId, userId: row.user_id, reference }),
    statement: statement.results,
    messages: messages.map((message) => ({
      id: message.id,
      from: message.is_from_team ? 'team' : 'customer',
      author: message.is_from_team ? (message.author ?? '') : row.email,
      text: message.text,
      credits: message.credits,
      created_at: message.created_at.toISOString(),
    })),
  }
}
