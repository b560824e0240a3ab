import { localeOf, type MailTexts, mailTextsIn } from '#server/platform/mail/index.ts'
import english from '../messages/en.json' with { type: 'json' }
import spanish from '../messages/es.json' with { type: 'json' }

// Filled in as those of mails are, on the server.
const texts = mailTextsIn({ en: english, es: spanish })

export type PageText = keyof typeof english

/** The words of a page, and how it writes money and days. */
export interface PageLanguage {
  code: string
  t: MailTexts<PageText>
  /** `$29.00` */
  money(cents: number, currency: string): string
  /** `Nov 16, 2026` */
  day(at: number): string
}

/**
 * Chooses the language of a page.
 * @param wanted Stripe's name of a language (`es-419`), or what a browser accepts, the most wanted first; others are English
 */
export function pageLanguage(wanted: string | null | undefined): PageLanguage {
  const code = wanted?.startsWith('es') === true ? 'es' : 'en'
  const locale = localeOf(code)
  return {
    code,
    t: texts(code),
    money: (cents, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
      }).format(cents / 100),
    day: (at) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at * 1000),
  }
}
