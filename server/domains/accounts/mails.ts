import { type Mail, renderMail } from '#server/platform/mail/index.ts'
import type { Site } from './site.ts'

const NOT_YOU = 'If this was not you, you can ignore this mail.'

function link(site: Site, path: string, query: Record<string, string>): string {
  return `${site.origin}${path}?${new URLSearchParams(query).toString()}`
}

/** Names are left out of all mails: whoever types a stranger's address could write to him in the name. */
export function verificationMail(site: Site, to: string, key: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Welcome to ${site.name}. Please confirm that this is your e-mail address: then you can make pictures, and your first free credits are waiting.`,
    ],
    button: { label: 'Confirm e-mail address', url: link(site, '/verify-email', { key }) },
    notes: ['The link works once, within 24 hours.', NOT_YOU],
  })
}

export function existingAccountMail(site: Site, to: string, userId: string, token: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, wanted to register at ${site.name} with this e-mail address. It already has an account.`,
      'Sign in with your password, or choose a new one if you have forgotten it.',
    ],
    button: resetButton(site, userId, token),
    notes: ['The link works once, within an hour.', NOT_YOU],
  })
}

export function resetMail(site: Site, to: string, userId: string, token: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Choose a new password',
    paragraphs: [
      `You asked for a new password at ${site.name}. Choosing it signs you out on all devices.`,
    ],
    button: resetButton(site, userId, token),
    notes: ['The link works once, within an hour.', NOT_YOU],
  })
}

export function accountDeletedMail(site: Site, to: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Your account is deleted',
    paragraphs: [
      `As you asked, your account at ${site.name} is deleted: you are signed out everywhere, your plan has ended, and nothing more is charged.`,
      'Your pictures and uploads are being removed. What was paid and spent stays in our books without your name, as the law asks.',
    ],
    button: { label: `Go to ${site.name}`, url: site.origin },
    notes: ['If this was not you, answer this mail at once.'],
  })
}

function resetButton(site: Site, uid: string, token: string): { label: string; url: string } {
  return { label: 'Choose a new password', url: link(site, '/reset-password', { uid, token }) }
}
