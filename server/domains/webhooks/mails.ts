import type { PersonalSite } from '#server/domains/accounts/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from './messages/en.json' with { type: 'json' }
import spanish from './messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** Tells somebody that nothing more is sent to an endpoint of theirs. */
export function disabledMail(site: PersonalSite, to: string, url: string): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('disabled.subject'),
    paragraphs: [t('disabled.text', { host: new URL(url).host }), t('disabled.next')],
    button: { label: t('disabled.button'), url: site.origin + paths.apiKeys.link() },
    notes: [],
  })
}
