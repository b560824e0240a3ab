import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import { safePath } from '#contract/safe-path.ts'
import english from './messages/en.json' with { type: 'json' }
import spanish from './messages/es.json' with { type: 'json' }
import type { PersonalSite as Site } from './site.ts'

const texts = mailTextsIn({ en: english, es: spanish })

/** Names are left out of all mails: whoever types a stranger's address could write to them in the name. */
export function verificationMail(
  site: Site,
  to: string,
  { key, next }: { key: string; next?: string | undefined },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('verify.subject'),
    paragraphs: [t('verify.text', { site: site.name })],
    button: {
      label: t('verify.button'),
      url: site.origin + paths.verifyEmail.link({ key, next: safePath(next) ?? undefined }),
    },
    notes: [t('linkForDay'), t('notYou')],
  })
}

export function existingAccountMail(site: Site, to: string, userId: string, token: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('existing.subject'),
    paragraphs: [t('existing.text', { site: site.name }), t('existing.next')],
    button: resetButton(site, userId, token),
    notes: [t('linkForHour'), t('notYou')],
  })
}

export function resetMail(site: Site, to: string, userId: string, token: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('reset.subject'),
    paragraphs: [t('reset.text', { site: site.name })],
    button: resetButton(site, userId, token),
    notes: [t('linkForHour'), t('notYou')],
  })
}

/** @param options.lostProvider whether Google or Facebook no longer open the account, too */
export function passwordChangedMail(
  site: Site,
  to: string,
  { lostProvider = false }: { lostProvider?: boolean } = {},
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('passwordChanged.subject'),
    paragraphs: [
      t('passwordChanged.text', { site: site.name }),
      ...(lostProvider ? [t('passwordChanged.lostProvider')] : []),
      t('passwordChanged.you'),
    ],
    button: notYouButton(site),
    notes: [t('passwordChanged.notYou')],
  })
}

/** What happened to a second factor. `reset`: by an administrator; `codes`: the recovery codes were replaced. */
export type SecondFactorNews =
  | 'on'
  | 'appRemoved'
  | 'reset'
  | 'codes'
  | 'passkeyAdded'
  | 'passkeyRemoved'

/** @param change.isOff whether no second factor is left, which is said besides where the news does not say it */
export function secondFactorMail(
  site: Site,
  to: string,
  { news, isOff }: { news: SecondFactorNews; isOff: boolean },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t(`secondFactor.${news}.subject`),
    paragraphs: [
      t(`secondFactor.${news}.text`, { site: site.name }),
      ...(isOff && news !== 'reset' ? [t('secondFactor.isOff')] : []),
      t('passwordChanged.you'),
    ],
    button: notYouButton(site),
    notes: [t('passwordChanged.notYou')],
  })
}

/**
 * After the first sign-in by a provider into an account that was there.
 * @param change.lostPassword whether the password was dropped, since the address had not been confirmed
 */
export function providerAddedMail(
  site: Site,
  to: string,
  { provider, lostPassword }: { provider: string; lostPassword: boolean },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('providerAdded.subject', { provider }),
    paragraphs: [
      t('providerAdded.text', { site: site.name, provider }),
      ...(lostPassword ? [t('providerAdded.lostPassword')] : []),
    ],
    button: notYouButton(site),
    notes: [t('providerAdded.notYou')],
  })
}

/** To the new address of a change. */
export function emailChangeMail(site: Site, to: string, key: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('emailChange.subject'),
    paragraphs: [t('emailChange.text', { site: site.name })],
    button: { label: t('emailChange.button'), url: site.origin + paths.verifyEmail.link({ key }) },
    notes: [t('linkForDay'), t('notYou')],
  })
}

/** To the present address, when a change is asked for. */
export function emailChangeNoticeMail(site: Site, to: string, newEmail: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('emailChangeNotice.subject'),
    paragraphs: [
      t('emailChangeNotice.text', { site: site.name, email: newEmail }),
      t('emailChangeNotice.nothing'),
    ],
    button: notYouButton(site),
    notes: [t('emailChangeNotice.notYou')],
  })
}

/** To the old and the new address, when a change is done. */
export function emailChangedMail(
  site: Site,
  to: string,
  change: { from: string; to: string },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('emailChanged.subject'),
    paragraphs: [t('emailChanged.text', { site: site.name, ...change })],
    notes: [t('answerUs')],
  })
}

/** To the owner of an address that another account asked for. */
export function addressTakenMail(site: Site, to: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('existing.subject'),
    paragraphs: [t('addressTaken.text', { site: site.name })],
    button: { label: t('logIn'), url: site.origin + paths.login.link() },
    notes: [t('notYou')],
  })
}

function notYouButton(site: Site): { label: string; url: string } {
  const t = texts(site.language)
  return { label: t('notMe'), url: site.origin + paths.forgotPassword.link() }
}

/** Says why an account was disabled, and how to object. */
export function bannedMail(
  site: Site,
  to: string,
  { reason, until }: { reason: string; until: Date | null },
): Mail {
  const t = texts(site.language)
  const day = until?.toLocaleDateString(site.language, { dateStyle: 'long', timeZone: 'UTC' })
  return renderMail(site, {
    to,
    subject: t('banned.subject'),
    paragraphs: [
      t('banned.text', { site: site.name }),
      t('banned.reason', { reason }),
      ...(day === undefined ? [] : [t('banned.until', { day })]),
    ],
    notes: [t('banned.appeal')],
  })
}

export function unbannedMail(site: Site, to: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('unbanned.subject'),
    paragraphs: [t('unbanned.text', { site: site.name })],
    button: { label: t('logIn'), url: site.origin + paths.login.link() },
    notes: [],
  })
}

/** Says why an account is limited, what it still does, and how to object. */
export function limitedMail(site: Site, to: string, { reason }: { reason: string }): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('limited.subject'),
    paragraphs: [
      t('limited.text', { site: site.name }),
      t('limited.reason', { reason }),
      t('limited.keeps'),
    ],
    button: { label: t('limited.button'), url: site.origin + paths.support.link() },
    notes: [],
  })
}

export function unlimitedMail(site: Site, to: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('unlimited.subject'),
    paragraphs: [t('unlimited.text', { site: site.name })],
    button: { label: t('logIn'), url: site.origin + paths.login.link() },
    notes: [],
  })
}

export function accountDeletedMail(site: Site, to: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('deleted.subject'),
    paragraphs: [t('deleted.text', { site: site.name }), t('deleted.data')],
    button: { label: t('deleted.button', { site: site.name }), url: site.origin },
    notes: [t('answerUs')],
  })
}

function resetButton(site: Site, uid: string, token: string): { label: string; url: string } {
  const t = texts(site.language)
  return { label: t('choosePassword'), url: site.origin + paths.resetPassword.link({ uid, token }) }
}

/** Tells a person that an administrator looks at the site as they see it. */
export function viewedMail(
  site: Site,
  to: string,
  { reason, minutes }: { reason: string; minutes: number },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('viewed.subject'),
    paragraphs: [
      t('viewed.text', { site: site.name, minutes }),
      t('viewed.reason', { reason }),
      t('viewed.question'),
    ],
    button: { label: t('viewed.button'), url: site.origin + paths.support.link() },
    notes: [],
  })
}
