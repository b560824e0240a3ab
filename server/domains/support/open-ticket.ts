import { TICKETS_PER_DAY, type TicketDetail } from '#contract/support.ts'
import { hasPrioritySupport, payments } from '#server/domains/billing/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { SupportDeps } from './deps.ts'
import { readOwnTicket } from './own-tickets.ts'

const PER_DAY = { name: 'tickets', points: TICKETS_PER_DAY, seconds: 86_400 }

interface NewTicket {
  subject: string
  text: string
  job: string | null
  payment: string | null
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
    throw invalidField('job', 'There is no such job.')
  if (payment !== null && !(await ownsPayment(reader, userId, payment)))
    throw invalidField('payment', 'There is no such payment.')
}

/**
 * Opens a ticket with its first message.
 * @throws {AppError} `invalid` for a job or payment that is not the person's; `throttled`
 */
export async function openTicket(
  deps: SupportDeps,
  userId: string,
  { subject, text, job, payment }: NewTicket,
): Promise<TicketDetail> {
  const { db, limiter } = deps
  await requireOwn(db.kysely, userId, { job, payment })
  await limiter.consume(PER_DAY, userId)
  return transact(db, async (tx) => {
    const { id } = await tx
      .insertInto('support_tickets')
      .values({
        user_id: userId,
        subject,
        is_priority: await isPriority(deps, tx, userId),
        job_id: job,
        payment_id: payment,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('support_messages')
      .values({ ticket_id: id, author_id: userId, is_from_team: false, text })
      .execute()
    return readOwnTicket(tx, userId, id)
  })
}
