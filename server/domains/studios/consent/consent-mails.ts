import type { PersonalSite as Site } from '#server/domains/accounts/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }
import spanish from '../messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** To the owner of a studio, when the person in its photos has answered by the link. */
export function consentMail(
  site: Site,
  to: string,
  { id, name, given }: { id: string; name: string; given: 'agreed' | 'declined' | 'withdrawn' },
): Mail {
  const t = texts(site.language)
  const isGone = given === 'withdrawn'
  return renderMail(site, {
    to,
    subject: t(`consent.${given}.subject`, { name }),
    paragraphs: [t(`consent.${given}.text`, { name }), t(`consent.${given}.next`)],
    button: {
      label: t(isGone ? 'consent.studios' : 'consent.studio'),
      url: site.origin + (isGone ? paths.studios.link() : paths.studio.link(id)),
    },
    notes: [],
  })
}
