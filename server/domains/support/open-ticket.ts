import { TICKETS_PER_DAY, type TicketDetail } from '#contract/support.ts'
import { hasPrioritySupport, payments } from '#server/domains/billing/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { SupportDeps } from './deps.ts'
import { readOwnTicket } from './own-tickets.ts'
import { insertText, lockMessageOfKey, messageOfKey, otherMessage } from './rows.ts'

const PER_DAY = { name: 'tickets', points: TICKETS_PER_DAY, seconds: 86_400 }

interface NewTicket {
  subject: string
  text: string
  job: string | null
  payment: string | null
  /** Chosen by the client, so that a repeated call opens one. */
  key?: string | undefined
}

/** Whether the plan of a person has priority support now. */
export const isPriority = async (
  { billing }: Pick<SupportDeps, 'billing'>,
  tx: Tx,
  userId: string,
): Promise<boolean> => hasPrioritySupport((await billing.planOf(tx, userId)).name)

async function ownsJob(reader: Reader, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const own = reader.selectFrom(jobs.as('job')).select('id').where('user_id', '=', userId)
  return (await own.where('id', '=', id).executeTakeFirst()) !== undefined
}

async function ownsPayment(reader: Reader, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const own = reader.selectFrom(payments.as('payment')).select('id').where('user_id', '=', userId)
  return (await own.where('id', '=', id).executeTakeFirst()) !== undefined
}

async function requireOwn(
  reader: Reader,
  userId: string,
  { job, payment }: Pick<NewTicket, 'job' | 'payment'>,
): Promise<void> {
  if (job !== null && !(await ownsJob(reader, userId, job)))
    throw invalidField('job', t('support.noSuchJob'))
  if (payment !== null && !(await ownsPayment(reader, userId, payment)))
    throw invalidField('payment', t('support.noSuchPayment'))
}

/** Writes a ticket with its first message, in the caller's transaction. */
export async function insertTicket(
  deps: Pick<SupportDeps, 'billing'>,
  tx: Tx,
  userId: string,
  { subject, text, job, payment, key, limit }: NewTicket & { limit: string | null },
): Promise<string> {
  const { id } = await tx
    .insertInto('support_tickets')
    .values({
      user_id: userId,
      subject,
      is_priority: await isPriority(deps, tx, userId),
      job_id: job,
      payment_id: payment,
      limit_id: limit,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertText(tx, userId, { id, text, key })
  return id
}

/**
 * Opens a ticket with its first message; the same key opens one.
 * @throws {AppError} `invalid` for a job or payment that is not the person's; `throttled`, `idempotency_mismatch`
 */
export async function openTicket(
  deps: SupportDeps,
  userId: string,
  ticket: NewTicket,
): Promise<TicketDetail> {
  const { db, limiter } = deps
  const { key, subject, text } = ticket
  // A repetition opens nothing.
  if (!(await messageOfKey(db.kysely, userId, key))) {
    await requireOwn(db.kysely, userId, ticket)
    await limiter.consume(PER_DAY, userId)
  }
  return transact(db, async (tx) => {
    const written = await lockMessageOfKey(tx, userId, key)
    if (written && (written.subject !== subject || written.text !== text)) throw otherMessage()
    const id = written?.ticket ?? (await insertTicket(deps, tx, userId, { ...ticket, limit: null }))
    return readOwnTicket(tx, userId, id)
  })
}
