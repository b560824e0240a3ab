import type { Tx } from '#server/platform/db/index.ts'
import { type SecondFactorNews, secondFactorMail } from '../mails.ts'
import { siteOfUser } from '../site.ts'
import type { UserRow } from '../store.ts'
import type { AccountsContext } from '../types.ts'
import { hasSecondFactor } from './factors.ts'

/** Sends the owner of an account an email about a change of their second factor, once it is made. */
export async function tellOwner(
  { mailer, config }: Pick<AccountsContext, 'mailer' | 'config'>,
  tx: Tx,
  user: UserRow,
  news: SecondFactorNews,
): Promise<void> {
  const isOff = !(await hasSecondFactor(tx, user.id))
  await mailer.send(tx, secondFactorMail(siteOfUser(user, config), user.email, { news, isOff }))
}
