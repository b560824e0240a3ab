import english from '#web/messages/en/lib.json'
import { pageLanguage } from './language.ts'
import { textsOf, type Texts } from './texts.ts'

/** Texts that all features share, for functions outside of components: amounts, plans, names of images, errors. */
const { textsIn } = textsOf('lib', english)

export const t = (...args: Parameters<Texts<keyof typeof english>>): string =>
  textsIn(pageLanguage())(...args)
