import { sql } from 'kysely'
import {
  type AdminMail,
  type MailWording,
  type Wordings,
  WRITTEN_MAILS,
  type WrittenMail,
} from '#contract/admin-mails.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { requireUnchanged } from '#server/platform/require-unchanged.ts'
import { t } from '#server/texts/index.ts'
import type { LifecycleContext } from './context.ts'
import { builtInWordings, lifecycleMail, senderOf } from './mails.ts'

const kindOf = (name: string): WrittenMail => {
  const kind = WRITTEN_MAILS.find((one) => one === name)
  if (kind === undefined) throw notFound()
  return kind
}

const findRow = (from: Reader, kind: WrittenMail) =>
  from.selectFrom('mail_wordings').selectAll().where('kind', '=', kind).executeTakeFirst()

/** The texts of a mail as they are sent now. */
export async function readWordings(from: Reader, kind: WrittenMail): Promise<Wordings> {
  const row = await findRow(from, kind)
  return { ...builtInWordings(kind), ...row?.content }
}

async function present(from: Reader, kind: WrittenMail): Promise<AdminMail> {
  const row = await findRow(from, kind)
  const { sent } = await from
    .selectFrom('lifecycle_mails')
    .select(sql<number>`count(*)::integer`.as('sent'))
    .where('kind', '=', kind)
    .where('state', '=', 'sent')
    .where('ended_at', '>', sql<Date>`now() - interval '30 days'`)
    .executeTakeFirstOrThrow()
  return {
    kind,
    wordings: { ...builtInWordings(kind), ...row?.content },
    changed: row !== undefined && Object.keys(row.content).length > 0,
    changed_at: row?.changed_at.toISOString() ?? null,
    can_undo: row !== undefined,
    sent,
  }
}

/** All mails whose texts can be written, in the order of their occasions. */
export async function listMails({ db }: LifecycleContext): Promise<AdminMail[]> {
  const mails: AdminMail[] = []
  for (const kind of WRITTEN_MAILS) mails.push(await present(db.kysely, kind))
  return mails
}

interface MailStep {
  actorId: string
  /** Kind of the mail, as it was asked for. */
  name: string
  /** Last change of the texts that were looked at; null: there was none. */
  seen: string | null
}

async function write(
  { db, audit }: LifecycleContext,
  { actorId, name, seen, what }: MailStep & { what: string },
  change: (previous: Partial<Wordings> | null) => Partial<Wordings>,
): Promise<AdminMail> {
  const kind = kindOf(name)
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lifecycle wording'), hashtext(${kind}))`.execute(
      tx,
    )
    const row = await findRow(tx, kind)
    requireUnchanged(row?.changed_at, seen)
    const next = {
      content: JSON.stringify(change(row?.previous ?? null)),
      previous: JSON.stringify(row?.content ?? {}),
      changed_at: sql<Date>`now()`,
    }
    await tx
      .insertInto('mail_wordings')
      .values({ kind, ...next })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(next))
      .execute()
    await audit(tx, { actorId, action: 'mail_changed', subject: kind, data: { what } })
    return present(tx, kind)
  })
}

/**
 * Writes the texts of a mail, null goes back to the program's own; what stood there is kept for one step back.
 * @throws {AppError} `not_found`, `conflict`
 */
export const changeWordings = (
  context: LifecycleContext,
  { wordings, ...step }: MailStep & { wordings: Wordings | null },
): Promise<AdminMail> => write(context, { ...step, what: 'texts' }, () => wordings ?? {})

/** Goes back to the texts of before; the next step back undoes that. @throws {AppError} `not_found`, `conflict` */
export const undoWordings = (context: LifecycleContext, step: MailStep): Promise<AdminMail> =>
  write(context, { ...step, what: 'undo' }, (previous) => {
    if (previous === null) throw userError('conflict', t('common.nothingChanged'))
    return previous
  })

/** A mail with these texts as a brand would send it. @throws {AppError} `not_found` */
export function previewMail(
  { siteOfUser }: LifecycleContext,
  {
    name,
    brand,
    language,
    wording,
  }: {
    name: string
    brand: string
    language: string
    wording: MailWording
  },
): { subject: string; text: string; html: string } {
  const kind = kindOf(name)
  const site = siteOfUser({ brand: senderOf(kind, brand), language })
  const letter = { to: 'preview@example.com', kind, key: 'preview', wording }
  const { subject, text, html } = lifecycleMail(site, { ...letter, token: 'preview' })
  return { subject, text, html }
}
