import type { Tx } from '#server/platform/db/index.ts'
import { type SecondFactorNews, secondFactorMail } from '../mails.ts'
import { siteOfUser } from '../site.ts'
import type { UserRow } from '../store.ts'
import type { AccountsContext } from '../types.ts'

/** Sends the owner of an account an email about their second factor. */
export async function tellOwner(
  { mailer, config }: Pick<AccountsContext, 'mailer' | 'config'>,
  tx: Tx,
  user: UserRow,
  news: SecondFactorNews,
): Promise<void> {
  await mailer.send(tx, secondFactorMail(siteOfUser(user, config), user.email, news))
}
