import { sql } from 'kysely'
import type { Adjustment } from '#contract/admin.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { giveBack } from './compensate.ts'
import type { Act, SupportDeps } from './deps.ts'
import { lockTicket, now, otherMessage, requireRead, type TicketRow, wasWritten } from './rows.ts'
import { tellCustomer } from './tell-customer.ts'

interface Answer {
  text: string
  close: boolean
  /** Given back with it; undefined: none. */
  credits?: number | undefined
  /** Newest message that the colleague has read. */
  seen?: string | undefined
  key?: string | undefined
}

/** Longest reason of credits in the statement. */
const LONGEST_REASON = 200

/** The beginning of an answer in one line, as the reason of the credits that come with it. */
function reasonOf(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '))
  if (letters.length <= LONGEST_REASON) return letters.join('')
  return `${letters
    .slice(0, LONGEST_REASON - 1)
    .join('')
    .trimEnd()}…`
}

/** Gives the credits of an answer back, if any. @returns how it went; null: none are to be given */
async function giveWith(
  deps: SupportDeps,
  tx: Tx,
  { ticket, staffId, answer }: { ticket: TicketRow; staffId: string; answer: Answer },
): Promise<Adjustment | null> {
  const { text, credits, key } = answer
  if (credits === undefined) return null
  if (key === undefined) throw new Error('Credits are given without a key')
  return giveBack(deps, tx, ticket, { staffId, key, credits, reason: reasonOf(text) })
}

/**
 * Answers a ticket, gives credits back with it and closes it if wanted, in one transaction with one email; the same key does it once.
 * Credits that wait for a second administrator are not mentioned to the customer.
 * @throws {AppError} `not_found`; `permission_denied` for credits of one's own ticket; `conflict` for a message that was not read;
 * `idempotency_mismatch`
 */
export async function answerTicket(
  deps: SupportDeps,
  { id, staffId, ...answer }: Act & Answer,
): Promise<void> {
  const { text, close, credits, seen, key } = answer
  await transact(deps.db, async (tx) => {
    const message = {
      ticketId: id,
      authorId: staffId,
      text,
      key,
      hasCredits: credits !== undefined,
    }
    const isRepeated = await wasWritten(tx, message)
    const ticket = await lockTicket(tx, id, null)
    if (!isRepeated) await requireRead(tx, id, seen)
    // Repeated, it says so, or that it was another sum.
    const gift = await giveWith(deps, tx, { ticket, staffId, answer })
    if (isRepeated) return
    const given = gift?.state === 'done' ? gift.amount : null
    const said = await tx
      .insertInto('support_messages')
      .values({
        ticket_id: id,
        author_id: staffId,
        is_from_team: true,
        text,
        credits: given,
        adjustment_id: gift?.id ?? null,
        request_key: key ?? null,
      })
      .onConflict((conflict) => conflict.column('adjustment_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same credits were given by `compensate/` with this key, and the customer was told of them then.
    if (!said) throw otherMessage()
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
    await tellCustomer(deps, tx, ticket, { text, credits: given })
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

/**
 * Closes a ticket; nobody waits for an answer to it any more.
 * @throws {AppError} `not_found`; `conflict` for a message that was not read
 */
export async function closeTicket(
  { db, audit }: SupportDeps,
  { id, staffId, seen }: Act & Pick<Answer, 'seen'>,
): Promise<void> {
  await transact(db, async (tx) => {
    const { state, user_id: userId } = await lockTicket(tx, id, null)
    if (state === 'closed') return
    await requireRead(tx, id, seen)
    await tx
      .updateTable('support_tickets')
      .set({ state: 'closed', waiting_since: null })
      .where('id', '=', id)
      .execute()
    await audit(tx, { actorId: staffId, action: 'ticket_closed', userId, subject: id })
  })
}
