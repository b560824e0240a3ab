import type { PersonalSite } from '#server/domains/accounts/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from './messages/en.json' with { type: 'json' }
import spanish from './messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** What a ticket is called that asks to have the limit of an account lifted. */
export const objectionSubject = (language: string): string => texts(language)('objection.subject')

/** What the team wrote in a ticket. */
export interface Answered {
  id: string
  subject: string
  text: string
  /** Credits that were given back; null: none. */
  credits: number | null
}

/** Tells a customer what the team wrote. */
export function answerMail(
  site: PersonalSite,
  to: string,
  { id, subject, text, credits }: Answered,
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('subject', { subject }),
    paragraphs: [
      ...(credits === null ? [] : [t('credits', { credits })]),
      // A paragraph for each line: HTML would run them together.
      ...text.split(/\n+/).map((line) => line.trim()),
    ],
    button: { label: t('button'), url: site.origin + paths.supportTicket.link(id) },
    notes: [t('note')],
  })
}
