import type { Tx } from '#server/platform/db/index.ts'
import { people } from './relations.ts'

/** Lists the email addresses of administrators whose accounts are open and not banned. */
export async function listAdminEmails(tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom(people.as('admin'))
    .select('email')
    .where('is_admin', '=', true)
    .where('banned_at', 'is', null)
    .where('closing_at', 'is', null)
    .execute()
  return admins.map(({ email }) => email)
}
