import { type Said, sayText, sentencesIn } from '#server/texts/index.ts'
import { createTranslations } from './create-translations.ts'
import { SPANISH } from './spanish/index.ts'

let spanish: ((english: string) => string) | null = null

/** Finds finished English sentences: those of places that have no keys yet, and those that are stored. */
function sentenceIn(language: string, english: string): string {
  if (language !== 'es') return english
  spanish ??= createTranslations({ ...sentencesIn('es'), ...SPANISH }, { locale: 'es-ES', or: 'o' })
  return spanish(english)
}

/**
 * Makes the sentence of a text in the language of the reader. What is not translated is in English, and what people wrote
 * themselves stays as it is.
 */
export function inLanguage(language: string, said: Said): string {
  const sayString = (english: string): string => sentenceIn(language, english)
  return typeof said === 'string' ? sayString(said) : sayText(language, said, sayString)
}
