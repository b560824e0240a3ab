import { createHmac, timingSafeEqual } from 'node:crypto'
import { setLowCreditsMail } from '#server/domains/accounts/index.ts'
import { type Db, sharedSecret } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'

/** Key of the installation by which addresses that end a kind of mail are made. */
export const unsubscribeSecret = (db: Db): Promise<Buffer> => sharedSecret(db, 'unsubscribe')

const signatureOf = (secret: Buffer, userId: string): Buffer =>
  createHmac('sha256', secret).update(`low_credits:${userId}`).digest()

/** Names the person whose reminders of few credits end; nobody else can make it, and it opens nothing else. */
export const unsubscribeToken = (secret: Buffer, userId: string): string =>
  `${userId}.${signatureOf(secret, userId).toString('base64url')}`

/**
 * Ends the reminders of few credits of the person whom a token names. Safe to repeat.
 * @returns whether the token was one of ours
 */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  const [userId = '', signature = ''] = token.split('.', 2)
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(await unsubscribeSecret(db), userId)
  if (!isId(userId) || given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return false
  await setLowCreditsMail(db.kysely, userId, false)
  return true
}
