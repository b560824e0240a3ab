import type { DecisionAction, ReportedKind, ReportReason } from '#contract/reports.ts'
import type { PersonalSite as Site } from '#server/domains/accounts/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }
import spanish from '../messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** A report that cannot wait. */
export interface Alert {
  about: 'minor' | 'intimate'
  report: string
  dueAt: Date
  /** Storage key of the copy that is kept as evidence. */
  sealedAs: string | null
}

/** What was decided. */
export interface Decided {
  /** By which the decision is read. */
  key: string
  kind: ReportedKind
  url: string
  action: DecisionAction
  ground: ReportReason
  reason: string
}

const timeOf = (at: Date): string =>
  `${at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** To an administrator: what to do, and whom to call. Administrators read English. */
export function alertMail(site: Site, to: string, alert: Alert): Mail {
  const t = texts('en')
  const { about, report, dueAt, sealedAs } = alert
  return renderMail(
    { ...site, language: 'en' },
    {
      to,
      subject: t(`alert.${about}.subject`),
      paragraphs: [
        t(`alert.${about}.text`),
        t(`alert.${about}.call`),
        ...(sealedAs === null ? [] : [t('alert.sealed', { file: sealedAs })]),
        t('alert.due', { time: timeOf(dueAt), report }),
      ],
      button: { label: t('alert.button'), url: site.origin + paths.adminReports.link() },
      notes: [],
    },
  )
}

/** The statement of reasons for the owner of what was removed or hidden. */
export function ownerMail(site: Site, to: string, decided: Decided): Mail {
  const { key, kind, url, action, ground, reason } = decided
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t(`owner.${action === 'hide' ? 'hide' : 'remove'}.subject`),
    paragraphs: [
      t(`owner.${action === 'hide' ? 'hide' : 'remove'}.text`, {
        site: site.name,
        what: t(`kind.${kind}`),
      }),
      t('decision.about', { url: site.origin + url }),
      t('decision.ground', { ground: t(`ground.${ground}`) }),
      t('decision.reason', { reason }),
      t('owner.appeal'),
    ],
    button: { label: t('decision.button'), url: site.origin + paths.decision.link(key) },
    notes: [t('decision.court')],
  })
}

/** Tells a reporter what was decided. */
export function reporterMail(site: Site, to: string, decided: Decided): Mail {
  const { key, url, action, reason } = decided
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('reporter.subject'),
    paragraphs: [
      t(`reporter.${action}`),
      t('decision.about', { url: url.startsWith('/') ? site.origin + url : url }),
      t('decision.reason', { reason }),
      t('reporter.appeal'),
    ],
    button: { label: t('decision.button'), url: site.origin + paths.decision.link(key) },
    notes: [t('decision.court')],
  })
}

/** Tells who objected what came of it. */
export function appealMail(
  site: Site,
  to: string,
  { key, isReversed, reason }: { key: string; isReversed: boolean; reason: string },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('appeal.subject'),
    paragraphs: [
      t(isReversed ? 'appeal.reversed' : 'appeal.upheld'),
      t('decision.reason', { reason }),
    ],
    button: { label: t('decision.button'), url: site.origin + paths.decision.link(key) },
    notes: isReversed ? [] : [t('decision.court')],
  })
}

/** Passes a counter-notice on to who sent the notice. */
export function counterNoticeMail(
  site: Site,
  to: string,
  { name, address, text, url }: { name: string; address: string; text: string; url: string },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('counter.subject'),
    paragraphs: [
      t('counter.text', { url: site.origin + url }),
      t('counter.from', { name, address }),
      text,
      t('counter.next'),
    ],
    notes: [],
  })
}
