import { type Selectable, sql } from 'kysely'
import {
  lockUser,
  people,
  type Person,
  unsubscribeSecret,
  unsubscribeToken,
} from '#server/domains/accounts/index.ts'
import { doneTrainings } from '#server/domains/studios/index.ts'
import { type Database, transact, type Tx } from '#server/platform/db/index.ts'
import type { LifecycleContext } from './context.ts'
import { CHOICES, lifecycleMail, senderOf } from './mails.ts'
import { hasImage } from './note-occasions.ts'
import { readWordings } from './wordings.ts'

type Row = Selectable<Database['lifecycle_mails']>

/** Most mails of one run; the next run goes on. */
const BATCH = 200

/** Whether what a mail tells is so, now that it is written. */
async function isTrue(tx: Tx, { kind, key }: Row, person: Person): Promise<boolean> {
  if (kind === 'back') {
    const { rows } = await sql<{ away: boolean }>`
      select extract(epoch from seen_at)::text = ${key} and ${hasImage(sql.ref('person.id'))} as away
      from ${people} person where id = ${person.id}`.execute(tx)
    return rows[0]?.away ?? false
  }
  if (kind !== 'training_ready') return true
  const done = await tx
    .selectFrom(doneTrainings.as('training'))
    .select('id')
    .where('id', '=', key)
    .executeTakeFirst()
  return done !== undefined
}

const mayBeWrittenTo = (person: Person, kind: Row['kind']): boolean =>
  person.closing_at === null &&
  person.banned_at === null &&
  person.email_verified_at !== null &&
  person[`mail_${CHOICES[kind]}`]

/**
 * The row is taken, marked and its mail handed over together: whoever else runs this, and whenever it is cut off. Meanwhile the person
 * neither leaves nor changes their address or their choices.
 */
async function sendOne(
  { mailer, siteOfUser }: LifecycleContext,
  tx: Tx,
  { row: { user_id: userId, kind, key }, secret }: { row: Row; secret: Buffer },
): Promise<void> {
  const person = await lockUser(tx, userId)
  const row = await tx
    .selectFrom('lifecycle_mails')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'due')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!person || !row) return
  const isSent = mayBeWrittenTo(person, kind) && (await isTrue(tx, row, person))
  await tx
    .updateTable('lifecycle_mails')
    .set({ state: isSent ? 'sent' : 'skipped', ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
  if (!isSent) return
  const site = siteOfUser({ ...person, brand: senderOf(kind, person.brand) })
  const wordings = await readWordings(tx, kind)
  const wording = site.language === 'es' ? wordings.es : wordings.en
  const token = unsubscribeToken(secret, { userId, kind: CHOICES[kind] })
  await mailer.send(tx, lifecycleMail(site, { to: person.email, kind, key, wording, token }))
}

/** Sends the mails that are due, each in a transaction of its own. Safe to repeat, and by several at once. */
export async function sendDueMails(context: LifecycleContext): Promise<void> {
  const { db, log } = context
  const secret = await unsubscribeSecret(db)
  const rows = await db.kysely
    .selectFrom('lifecycle_mails')
    .selectAll()
    .where('state', '=', 'due')
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    try {
      await transact(db, (tx) => sendOne(context, tx, { row, secret }))
    } catch (error) {
      // One that fails must not stop the others; it is due again at the next run.
      log.error({ err: error, mail: row.kind, userId: row.user_id }, 'An email could not be sent')
    }
  }
}
