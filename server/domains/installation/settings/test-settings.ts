import { createSettingsTestMail } from './test-mail.ts'
import type { InstallationContext } from '../context.ts'
import { type Said, t } from '#server/texts/index.ts'

/** What can be tried. */
export type TestedPart = 'mail' | 'payments' | 'storage'

const because = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Tries a part of the installation as it is set up now.
 * @param email address of the administrator, who gets the test mail
 */
export async function testSettings(
  { mailer, publicUrl, checkPayments, checkStorage }: InstallationContext,
  { what, email }: { what: TestedPart; email: string },
): Promise<{ ok: boolean; message: Said }> {
  try {
    if (what === 'payments') return { ok: true, message: await checkPayments() }
    if (what === 'storage') {
      await checkStorage()
      return { ok: true, message: t('installation.filesStored') }
    }
    const kept = await mailer.sendNow(createSettingsTestMail(email, publicUrl()))
    return {
      ok: true,
      message:
        kept === 'inbox'
          ? t('installation.mailInInbox')
          : t('installation.mailTaken', { address: email }),
    }
  } catch (error) {
    return { ok: false, message: because(error) }
  }
}
