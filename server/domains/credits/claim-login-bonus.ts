import { AppError } from '#server/platform/errors.ts'
import { people } from '#server/domains/accounts/index.ts'
import { t } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import { addDays, dayStart, isoDate } from './calendar.ts'
import type { FreePolicy } from './free-policy.ts'
import { grantKeys } from './grant-keys.ts'
import { addLot } from './lots.ts'
import { findEntry } from './post-entry.ts'
import { findUnrecovered } from './revocations.ts'
import type { Balance } from './types.ts'

async function assertVerified(account: Account): Promise<void> {
  const user = await account.tx
    .selectFrom(people.as('person'))
    .select('email_verified_at')
    .where('id', '=', account.userId)
    .executeTakeFirst()
  if (user?.email_verified_at) return
  throw new AppError('email_not_verified', 'Login bonus before verification', {
    userMessage: t('common.verifyEmail'),
  })
}

/** Today's bonus, once a UTC day; it lives until the end of the next one. Where there is none, nothing changes. */
export async function claimLoginBonus(
  account: Account,
  { loginBonus }: FreePolicy,
): Promise<Balance> {
  await assertVerified(account)
  if (loginBonus === 0) return { balance: account.balance, held: account.held }
  const today = dayStart(account.now)
  const externalId = grantKeys.bonus(today)
  if (await findEntry(account, 'grant', externalId)) {
    throw new AppError('already_claimed', 'Login bonus claimed twice', {
      userMessage: t('credits.bonusClaimed'),
    })
  }
  if ((await findUnrecovered(account.tx, account.userId)) > 0) {
    throw new AppError('permission_denied', 'Login bonus while refunded credits are spent', {
      userMessage: t('credits.noBonus'),
    })
  }
  await addLot(account, {
    entry: 'grant',
    kind: 'bonus',
    amount: loginBonus,
    expiresAt: addDays(today, 2),
    externalId,
    text: t('statement.loginBonus', { day: { day: isoDate(today) } }),
  })
  return { balance: account.balance, held: account.held }
}
