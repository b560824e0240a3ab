import { createTranslations } from './create-translations.ts'
import { SPANISH } from './spanish/index.ts'

const LANGUAGES = new Map([['es', createTranslations(SPANISH, { locale: 'es-ES', or: 'o' })]])

/**
 * A text that the server made in English, in the language of who reads it. What nobody wrote down in that language, and
 * what people wrote themselves, stays as it is.
 */
export const inLanguage = (language: string, english: string): string =>
  LANGUAGES.get(language)?.(english) ?? english
