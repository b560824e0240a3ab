import { people } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { SupportDeps } from './deps.ts'
import { answerMail, type Answered } from './mails.ts'
import type { TicketRow } from './rows.ts'

/** Tells the customer by email and in the app that the team wrote, in the transaction that writes it. */
export async function tellCustomer(
  { mailer, community, siteOfUser }: SupportDeps,
  tx: Tx,
  { id, user_id: userId, subject }: TicketRow,
  said: Pick<Answered, 'text' | 'credits'>,
): Promise<void> {
  const person = await tx
    .selectFrom(people.as('person'))
    .select(['email', 'brand', 'language', 'closing_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (person.closing_at !== null) return
  await mailer.send(tx, answerMail(siteOfUser(person), person.email, { id, subject, ...said }))
  await community.tellOfTicket(tx, userId, id)
}
