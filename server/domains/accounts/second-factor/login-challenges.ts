import { sql } from 'kysely'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { createSecret, hashSecret } from '../secrets.ts'

const LIFETIME_SECONDS = 600
/** Wrong answers after which a login starts over. */
const MAX_TRIES = 5

/** A login that waits for its second factor. */
interface OpenLogin {
  user_id: string
  email: string
  /** The Google account that it joins; null: none. */
  google_subject: string | null
}

/** The answer to a login that is unknown, finished, too old, or was tried too often: all the same. */
export const loginOver = () => userError('gone', t('accounts.loginExpired'))

/** Keeps a login for its second factor. @returns the secret that stands for it, which is stored nowhere */
export async function keepLogin(
  tx: Tx,
  login: { userId: string; googleSubject: string | null },
): Promise<string> {
  const challenge = createSecret()
  await tx
    .insertInto('login_challenges')
    .values({
      token_hash: hashSecret(challenge),
      user_id: login.userId,
      google_subject: login.googleSubject,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFETIME_SECONDS})`,
    })
    .execute()
  return challenge
}

/** Finds a login that may still be finished. @throws {AppError} `gone` */
export async function findLogin(reader: Reader, challenge: string): Promise<OpenLogin> {
  const row = await reader
    .selectFrom('login_challenges as login')
    .innerJoin('users as owner', 'owner.id', 'login.user_id')
    .select(['login.user_id', 'login.google_subject', 'owner.email'])
    .where('login.token_hash', '=', hashSecret(challenge))
    .where('login.expires_at', '>', sql<Date>`now()`)
    .where('login.tries', '<', MAX_TRIES)
    .executeTakeFirst()
  if (!row) throw loginOver()
  return row
}

/** Counts a try before it is judged, so that many at once cannot slip through. @throws {AppError} `gone` */
export async function countTry({ kysely }: Db, challenge: string): Promise<void> {
  const row = await kysely
    .updateTable('login_challenges')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', hashSecret(challenge))
    .where('tries', '<', MAX_TRIES)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw loginOver()
}

/** Uses a login up: of two who finish it at once one gets in. @throws {AppError} `gone` */
export async function finishKept(tx: Tx, challenge: string): Promise<void> {
  const row = await tx
    .deleteFrom('login_challenges')
    .where('token_hash', '=', hashSecret(challenge))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw loginOver()
}
