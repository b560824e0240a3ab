import { sql } from 'kysely'
import type { TicketDetail } from '#contract/support.ts'
import { limitOf } from '#server/domains/accounts/index.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { SupportDeps } from './deps.ts'
import { objectionSubject } from './mails.ts'
import { insertTicket } from './open-ticket.ts'
import { readOwnTicket } from './own-tickets.ts'
import { writeMessage } from './write-message.ts'

/** Whether the text is what the ticket ends with already: the button was pressed twice. */
async function endsWith(reader: Reader, ticket: string, text: string): Promise<boolean> {
  const last = await reader
    .selectFrom('support_messages')
    .select(['text', 'is_from_team'])
    .where('ticket_id', '=', ticket)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.is_from_team === false && last.text === text
}

/**
 * Asks the team to lift the limit of an account. It is one ticket for a limit: what follows is written to that.
 * @throws {AppError} `conflict` for an account that is not limited; `throttled`
 */
export async function objectToLimit(
  deps: SupportDeps,
  { userId, language, text }: { userId: string; language: string; text: string },
): Promise<TicketDetail> {
  const { ticket, isNew } = await transact(deps.db, async (tx) => {
    // Two presses of the button come one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`objection:${userId}`}, 0))`.execute(
      tx,
    )
    const limit = await limitOf(tx, userId)
    if (!limit) throw userError('conflict', t('support.notLimited'))
    const asked = await tx
      .selectFrom('support_tickets')
      .select('id')
      .where('limit_id', '=', limit.id)
      .executeTakeFirst()
    if (asked) return { ticket: asked.id, isNew: false }
    const subject = objectionSubject(language)
    const first = { subject, text, job: null, payment: null, limit: limit.id }
    return { ticket: await insertTicket(deps, tx, userId, first), isNew: true }
  })
  if (isNew || (await endsWith(deps.db.kysely, ticket, text)))
    return readOwnTicket(deps.db.kysely, userId, ticket)
  return writeMessage(deps, userId, { id: ticket, text })
}
