import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Db, sharedSecret } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { chooseMails, MAIL_KINDS, type MailKind } from './mail-choices.ts'

/** Key of the installation by which addresses that end a kind of mail are made. */
export const unsubscribeSecret = (db: Db): Promise<Buffer> => sharedSecret(db, 'unsubscribe')

interface Subscription {
  userId: string
  kind: MailKind
}

const signatureOf = (secret: Buffer, { userId, kind }: Subscription): Buffer =>
  createHmac('sha256', secret).update(`${kind}:${userId}`).digest()

/** Names the person whose mails of a kind end; nobody else can make it, and it opens nothing else. */
export function unsubscribeToken(secret: Buffer, { userId, kind }: Subscription): string {
  const signature = signatureOf(secret, { userId, kind }).toString('base64url')
  // Addresses in older reminders name no kind.
  return kind === 'low_credits' ? `${userId}.${signature}` : `${userId}.${signature}.${kind}`
}

/**
 * Ends the mails of a kind that a token names, for the person whom it names. Safe to repeat.
 * @returns whether the token was one of ours
 */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  const [userId = '', signature = '', name = 'low_credits', ...more] = token.split('.')
  const kind = MAIL_KINDS.find((one) => one === name)
  if (kind === undefined || more.length > 0 || !isId(userId)) return false
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(await unsubscribeSecret(db), { userId, kind })
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  await chooseMails(db.kysely, userId, { [kind]: false })
  return true
}
