import { createSettingsTestMail } from './test-mail.ts'
import type { InstallationContext } from '../context.ts'

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
): Promise<{ ok: boolean; message: string }> {
  try {
    if (what === 'payments') return { ok: true, message: await checkPayments() }
    if (what === 'storage') {
      await checkStorage()
      return { ok: true, message: 'Files can be stored.' }
    }
    const kept = await mailer.sendNow(createSettingsTestMail(email, publicUrl()))
    return {
      ok: true,
      message:
        kept === 'inbox'
          ? 'No email server is set: the email is in the inbox of this installation, /dev/inbox.'
          : `The email server took an email to ${email}.`,
    }
  } catch (error) {
    return { ok: false, message: because(error) }
  }
}
