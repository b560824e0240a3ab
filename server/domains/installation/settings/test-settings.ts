import { type Said, t } from '#server/texts/index.ts'
import type { InstallationContext } from '../context.ts'
import { checkNames, type SettingChanges, textsWith } from './change-settings.ts'
import { reasonOf } from './reason-of.ts'
import { createSettingsTestMail } from './test-mail.ts'

/** What can be tried. */
export type TestedPart = 'mail' | 'payments' | 'storage'

/**
 * Tries a part of the installation with some settings changed. The changes are not stored: what does not work would hold at once,
 * for everybody's emails and payments.
 * @param email address of the administrator, who gets the test mail
 * @throws {AppError} `invalid` that names a setting that could not be stored either
 */
export async function testSettings(
  context: InstallationContext,
  { what, email, changes }: { what: TestedPart; email: string; changes: SettingChanges },
): Promise<{ ok: boolean; message: Said }> {
  checkNames(context, changes)
  const { db, mailer, publicUrl, checkStorage } = context
  const { after } = await textsWith(db.kysely, context, changes)
  const { mail, checkPayments } = context.servicesWith(after)
  try {
    if (what === 'payments') return { ok: true, message: await checkPayments() }
    if (what === 'storage') {
      await checkStorage()
      return { ok: true, message: t('installation.filesStored') }
    }
    const kept = await mailer.sendNow(createSettingsTestMail(email, publicUrl()), mail)
    return {
      ok: true,
      message:
        kept === 'inbox'
          ? t('installation.mailInInbox')
          : t('installation.mailTaken', { address: email }),
    }
  } catch (error) {
    return { ok: false, message: reasonOf(error) }
  }
}
