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
import { lockTicket } from './rows.ts'
import { countMessage, insertMessage } from './write-message.ts'

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

const askedFor = (reader: Reader, limit: string) =>
  reader.selectFrom('support_tickets').select('id').where('limit_id', '=', limit).executeTakeFirst()

/**
 * Asks the team to lift the limit of an account. It is one ticket for a limit: what follows is written to that.
 * @throws {AppError} `conflict` for an account that is not limited; `throttled`
 */
export async function objectToLimit(
  deps: SupportDeps,
  { userId, language, text }: { userId: string; language: string; text: string },
): Promise<TicketDetail> {
  const { kysely } = deps.db
  const before = await limitOf(kysely, userId)
  const present = before && (await askedFor(kysely, before.id))
  // The first objection is always free, and a repetition writes nothing.
  if (present && !(await endsWith(kysely, present.id, text))) await countMessage(deps, userId)
  return transact(deps.db, async (tx) => {
    // Two presses of the button come one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`objection:${userId}`}, 0))`.execute(
      tx,
    )
    const limit = await limitOf(tx, userId)
    if (!limit) throw userError('conflict', t('support.notLimited'))
    const asked = await askedFor(tx, limit.id)
    if (!asked) {
      const subject = objectionSubject(language)
      const first = { subject, text, job: null, payment: null, limit: limit.id }
      return readOwnTicket(tx, userId, await insertTicket(deps, tx, userId, first))
    }
    await lockTicket(tx, asked.id, userId)
    if (!(await endsWith(tx, asked.id, text)))
      await insertMessage(deps, tx, userId, { id: asked.id, text })
    return readOwnTicket(tx, userId, asked.id)
  })
}
