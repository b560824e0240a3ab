import { brandOfId, hasPage } from '#brands/index.ts'
import type { MailWording, Wordings, WrittenMail } from '#contract/admin-mails.ts'
import { paths, UNSUBSCRIBE } from '#contract/paths.ts'
import type { PersonalSite } from '#server/domains/accounts/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import english from './messages/en.json' with { type: 'json' }
import spanish from './messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

/** The choice that each mail belongs to. */
export const CHOICES = {
  welcome: 'tips',
  first_image: 'tips',
  training_ready: 'training_ready',
  back: 'tips',
} as const satisfies Record<WrittenMail, string>

// Each key as it is: a search for one finds it here.
const wordingsOf = (messages: typeof english): Record<WrittenMail, MailWording> => ({
  welcome: {
    subject: messages['welcome.subject'],
    text: messages['welcome.text'],
    button: messages['welcome.button'],
  },
  first_image: {
    subject: messages['first_image.subject'],
    text: messages['first_image.text'],
    button: messages['first_image.button'],
  },
  training_ready: {
    subject: messages['training_ready.subject'],
    text: messages['training_ready.text'],
    button: messages['training_ready.button'],
  },
  back: {
    subject: messages['back.subject'],
    text: messages['back.text'],
    button: messages['back.button'],
  },
})
const WORDINGS = { en: wordingsOf(english), es: wordingsOf(spanish) }

/** The built-in texts of an email; `{site}` stands for the site's name. */
export const builtInWordings = (kind: WrittenMail): Wordings => ({
  en: WORDINGS.en[kind],
  es: WORDINGS.es[kind],
})

const pageOf = (kind: WrittenMail, key: string): string => {
  if (kind === 'training_ready') return paths.studio.link(key)
  return kind === 'first_image' ? paths.library.link() : paths.dashboard.link()
}

/** Id of the brand that a mail comes from: that of the person, or null for the main one where theirs has no page for models. */
export const senderOf = (kind: WrittenMail, brand: string | null): string | null =>
  kind === 'training_ready' && !hasPage(brandOfId(brand), paths.studios.link()) ? null : brand

interface Letter {
  to: string
  kind: WrittenMail
  /** Of the occasion: the training. */
  key: string
  /** In the language of the site. */
  wording: MailWording
  /** Ends mails like this one, see `unsubscribe.ts` of accounts. */
  token: string
}

/** A mail as it goes to a person of a site. */
export function lifecycleMail(site: PersonalSite, { to, kind, key, wording, token }: Letter): Mail {
  const t = texts(site.language)
  const fill = (text: string) => text.replaceAll('{site}', site.name)
  return renderMail(site, {
    to,
    subject: fill(wording.subject),
    paragraphs: fill(wording.text)
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim()),
    button: { label: fill(wording.button), url: site.origin + pageOf(kind, key) },
    notes: [
      t(`note.${CHOICES[kind]}`, {
        site: site.name,
        url: site.origin + paths.mailChoice.link(),
      }),
    ],
    unsubscribe: `${new URL(site.origin).origin}${UNSUBSCRIBE}/${token}`,
  })
}
