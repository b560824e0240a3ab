import type { Reader, Tx } from '#server/platform/db/index.ts'
import { providerAddedMail } from './mails.ts'
import { siteOfUser } from './site.ts'
import type { UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'

export type Provider = 'google' | 'facebook'

/** The column with a provider's own id of the person. */
export const PROVIDER_COLUMN = { google: 'google_subject', facebook: 'facebook_id' } as const
const PROVIDER_NAME = { google: 'Google', facebook: 'Facebook' } as const

/** Whether a provider's id opens an account already. */
export async function isTied(reader: Reader, provider: Provider, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .where(PROVIDER_COLUMN[provider], '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a provider open an account from now on; its owner gets an email. */
export async function tieProvider(
  context: Pick<AccountsContext, 'config' | 'mailer'>,
  tx: Tx,
  user: UserRow,
  {
    provider,
    id,
    lostPassword = false,
  }: {
    provider: Provider
    id: string
    /** Whether the password was dropped, since the address had not been confirmed. */
    lostPassword?: boolean
  },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [PROVIDER_COLUMN[provider]]: id })
    .where('id', '=', user.id)
    .execute()
  const site = siteOfUser(user, context.config)
  const names = { provider: PROVIDER_NAME[provider], lostPassword }
  await context.mailer.send(tx, providerAddedMail(site, user.email, names))
}
