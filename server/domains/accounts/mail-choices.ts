import type { MailChoice } from '#contract/billing.ts'
import type { Reader } from '#server/platform/db/index.ts'

/** A kind of mail that people can do without. */
export type MailKind = keyof MailChoice

/** Where each choice is kept. */
const COLUMNS = {
  low_credits: 'mail_low_credits',
  tips: 'mail_tips',
  training_ready: 'mail_training_ready',
} as const satisfies Record<MailKind, string>

export const MAIL_KINDS = Object.keys(COLUMNS) as MailKind[]

/** Which of the mails a person wants that one can do without. */
export async function readMailChoice(from: Reader, userId: string): Promise<MailChoice> {
  const row = await from
    .selectFrom('users')
    .select(Object.values(COLUMNS))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    low_credits: row.mail_low_credits,
    tips: row.mail_tips,
    training_ready: row.mail_training_ready,
  }
}

/** Switches kinds of mails on or off; those that are left out stay. */
export async function chooseMails(
  from: Reader,
  userId: string,
  choice: { [K in MailKind]?: boolean | undefined },
): Promise<MailChoice> {
  const changed = MAIL_KINDS.flatMap((kind) =>
    choice[kind] === undefined ? [] : [[COLUMNS[kind], choice[kind]]],
  )
  if (changed.length > 0) {
    await from
      .updateTable('users')
      .set(Object.fromEntries(changed) as { mail_tips?: boolean })
      .where('id', '=', userId)
      .execute()
  }
  return readMailChoice(from, userId)
}
