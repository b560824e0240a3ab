import { type Mail, renderMail } from '#server/platform/mail/index.ts'
import type { Site } from './site.ts'

const NOT_YOU = 'If this was not you, you can ignore this email.'

function link(site: Site, path: string, query: Record<string, string>): string {
  return `${site.origin}${path}?${new URLSearchParams(query).toString()}`
}

/** Names are left out of all mails: whoever types a stranger's address could write to them in the name. */
export function verificationMail(site: Site, to: string, key: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Confirm your email address',
    paragraphs: [
      `Welcome to ${site.name}. Please confirm that this is your email address: then you can make images, and your first free credits are waiting.`,
    ],
    button: { label: 'Confirm email address', url: link(site, '/verify-email', { key }) },
    notes: ['The link works once, within 24 hours.', NOT_YOU],
  })
}

export function existingAccountMail(site: Site, to: string, userId: string, token: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, wanted to register at ${site.name} with this email address. It already has an account.`,
      'Log in with your password, or choose a new one if you have forgotten it.',
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

export function passwordChangedMail(site: Site, to: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your ${site.name} account was just changed, and all other devices were logged out.`,
      'If this was you, there is nothing to do.',
    ],
    button: notYouButton(site),
    notes: ['If this was not you, choose a new password at once with the button above.'],
  })
}

/** To the new address of a change. */
export function emailChangeMail(site: Site, to: string, key: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Confirm your new email address',
    paragraphs: [
      `You asked to use this address for your ${site.name} account. Confirm it, and you log in with it from then on.`,
    ],
    button: { label: 'Confirm new address', url: link(site, '/verify-email', { key }) },
    notes: ['The link works once, within 24 hours.', NOT_YOU],
  })
}

/** To the present address, when a change is asked for. */
export function emailChangeNoticeMail(site: Site, to: string, newEmail: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'A change of your email address was requested',
    paragraphs: [
      `Somebody, probably you, asked to change the email address of your ${site.name} account to ${newEmail}.`,
      'Nothing changes until the link in the email to that address is opened.',
    ],
    button: notYouButton(site),
    notes: [
      'If this was not you, choose a new password at once: it logs out everybody else. Then ask for a change to an address of your own, which ends this one.',
    ],
  })
}

/** To the old and the new address, when a change is done. */
export function emailChangedMail(
  site: Site,
  to: string,
  change: { from: string; to: string },
): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Your email address was changed',
    paragraphs: [
      `Your ${site.name} account now uses ${change.to} instead of ${change.from}. Log in with the new address; your password is the same.`,
    ],
    notes: ['If this was not you, answer this email at once.'],
  })
}

/** To the owner of an address that another account asked for. */
export function addressTakenMail(site: Site, to: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, asked to use this email address for another ${site.name} account. It already has one, so nothing was changed.`,
    ],
    button: { label: 'Log in', url: `${site.origin}/login` },
    notes: [NOT_YOU],
  })
}

function notYouButton(site: Site): { label: string; url: string } {
  return { label: 'This was not me', url: `${site.origin}/forgot-password` }
}

export function accountDeletedMail(site: Site, to: string): Mail {
  return renderMail({
    to,
    siteName: site.name,
    subject: 'Your account is deleted',
    paragraphs: [
      `As you asked, your account at ${site.name} is deleted: you are logged out everywhere, your plan has ended, and nothing more is charged.`,
      'Your images and uploads are being removed. What was paid and spent stays in our books without your name, as the law asks.',
    ],
    button: { label: `Go to ${site.name}`, url: site.origin },
    notes: ['If this was not you, answer this email at once.'],
  })
}

function resetButton(site: Site, uid: string, token: string): { label: string; url: string } {
  return { label: 'Choose a new password', url: link(site, '/reset-password', { uid, token }) }
}
