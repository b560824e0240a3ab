import { sql } from 'kysely'
import type { Db, Tx } from '../db/index.ts'
import type { Mail } from './render-mail.ts'

/** A mail that the app kept for itself. */
export interface InboxMail extends Mail {
  id: string
  sentAt: Date
}

/** The mails that the app kept for itself because no mail server is configured. */
export interface Inbox {
  /** The last hundred, newest first. */
  list(): Promise<InboxMail[]>
  find(id: string): Promise<InboxMail | null>
}

const SHOWN = 100

/** Keeps a mail among the last hundred; it is there if the caller's transaction commits. */
export async function keepMail(tx: Tx, mail: Mail): Promise<void> {
  await tx
    .insertInto('inbox_mails')
    .values({
      recipient: mail.to,
      sender: mail.sender,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      links: mail.links,
    })
    .execute()
  // What is not shown any more goes; mails that somebody else is removing are passed over.
  await sql`
    delete from inbox_mails where id in (
      select id from inbox_mails
      where id < (select id from inbox_mails order by id desc offset ${SHOWN - 1} limit 1)
      for update skip locked
    )`.execute(tx)
}

export function readInbox(db: Db): Inbox {
  const list = async (): Promise<InboxMail[]> => {
    const rows = await db.kysely
      .selectFrom('inbox_mails')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      to: row.recipient,
      sender: row.sender,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      links: row.links,
      sentAt: row.created_at,
    }))
  }
  return {
    list,
    find: async (id) => (await list()).find((mail) => mail.id === id) ?? null,
  }
}
