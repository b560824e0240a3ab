import { people, setLowCreditsMail } from '#server/domains/accounts/index.ts'
import type { Db } from '#server/platform/db/index.ts'

interface MailChoice {
  low_credits: boolean
}

export async function readMailChoice({ kysely }: Db, userId: string): Promise<MailChoice> {
  const user = await kysely
    .selectFrom(people.as('person'))
    .select('mail_low_credits')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { low_credits: user.mail_low_credits }
}

/** Mails about payments always come; those that remind can be switched off. */
export async function chooseMails(
  { kysely }: Db,
  userId: string,
  choice: MailChoice,
): Promise<MailChoice> {
  await setLowCreditsMail(kysely, userId, choice.low_credits)
  return choice
}
