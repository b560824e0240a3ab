import { brandOfId } from '#brands/index.ts'
import { type Mail, renderMail } from '#server/platform/mail/index.ts'

/** The email by which an administrator tries the mail server. It is in English, as the console is. */
export function createSettingsTestMail(to: string, publicUrl: string): Mail {
  const { name } = brandOfId(null)
  return renderMail(
    { name, language: 'en' },
    {
      to,
      subject: `Test email of ${name}`,
      paragraphs: ['This email was sent from the console to try the email server. It has arrived.'],
      button: { label: 'Open the site', url: publicUrl },
      notes: [],
    },
  )
}
