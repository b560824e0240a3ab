import { localeOf, orIn, type Said, sayText, sentencesIn } from '#server/texts/index.ts'
import { createTranslations, type Texts } from './create-translations.ts'
import { SPANISH } from './spanish/index.ts'

/** Sentences that have no keys yet. */
const WITHOUT_KEYS: Readonly<Record<string, Texts>> = { es: SPANISH }

const finders = new Map<string, (english: string) => string>()

/** Finds finished English sentences: those of places that have no keys yet, and those that are stored. */
function sentenceIn(language: string, english: string): string {
  if (language === 'en') return english
  const find =
    finders.get(language) ??
    createTranslations(
      { ...sentencesIn(language), ...WITHOUT_KEYS[language] },
      { locale: localeOf(language), or: orIn(language) },
    )
  finders.set(language, find)
  return find(english)
}

/**
 * Makes the sentence of a text in the language of the reader. What is not translated is in English, and what people wrote
 * themselves stays as it is.
 */
export function inLanguage(language: string, said: Said): string {
  const sayString = (english: string): string => sentenceIn(language, english)
  return typeof said === 'string' ? sayString(said) : sayText(language, said, sayString)
}
