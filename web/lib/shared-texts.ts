import english from '#web/messages/en/lib.json'
import { DEFAULT_LANGUAGE } from './language.ts'
import { textsOf } from './texts.ts'

/** Texts that all features share, for functions outside of components: amounts, plans, names of images, errors. */
export const t = textsOf('lib', english).textsIn(DEFAULT_LANGUAGE)
