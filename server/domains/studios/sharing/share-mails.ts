import type { PersonalSite as Site } from '#server/domains/accounts/index.ts'
import { localeOf, type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }
import spanish from '../messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** `November 3, 2026` */
const dayIn = (language: string, at: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/**
 * To whom a model is offered. It names the address of its owner, which they proved, and nothing that they wrote themselves: else
 * anybody could have us send their words to anybody.
 */
export function shareOfferedMail(
  site: Site,
  to: string,
  { owner, until }: { owner: string; until: Date },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('share.offered.subject'),
    paragraphs: [
      t('share.offered.text', { owner, site: site.name }),
      t('share.offered.next', { day: dayIn(site.language, until) }),
    ],
    button: { label: t('share.offered.open'), url: site.origin + paths.studios.link() },
    notes: [t('share.offered.unknown')],
  })
}

/** To the owner of a model, when the other account has answered. */
export function shareAnsweredMail(
  site: Site,
  to: string,
  {
    id,
    name,
    email,
    answer,
  }: { id: string; name: string; email: string; answer: 'accept' | 'decline' },
): Mail {
  const t = texts(site.language)
  const accepted = answer === 'accept'
  return renderMail(site, {
    to,
    subject: accepted ? t('share.accept.subject', { name }) : t('share.decline.subject', { name }),
    paragraphs: accepted
      ? [t('share.accept.text', { name, email }), t('share.accept.next')]
      : [t('share.decline.text', { name, email }), t('share.decline.next')],
    button: { label: t('consent.studio'), url: site.origin + paths.studio.link(id) },
    notes: [],
  })
}

/** To a guest whose use of a model is over. */
export function shareEndedMail(site: Site, to: string, { name }: { name: string }): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('share.ended.subject', { name }),
    paragraphs: [t('share.ended.text', { name }), t('share.ended.next')],
    button: { label: t('consent.studios'), url: site.origin + paths.studios.link() },
    notes: [],
  })
}
