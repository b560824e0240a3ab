import { t } from './shared-texts.ts'

/** Offers the page in the language that is asked for its texts, in its own words. */
export const languageOffer = (): string => t('language.offer')
