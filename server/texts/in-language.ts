import { catalogueOf } from './catalogues.ts'
import { sayText } from './say.ts'
import { sentencesOf } from './message-sentences.ts'
import type { Said } from './text.ts'

/** Texts of what comes with the program: rows, engines and catalogues of models hold their English sentences. */
const SHIPPED = 'shipped'

let keys: ReadonlyMap<string, string> | undefined

/** Finds the keys of what comes with the program by its English sentences. */
const shippedKeys = (): ReadonlyMap<string, string> =>
  (keys ??= new Map(
    [...(catalogueOf('en', SHIPPED) ?? [])].flatMap(([name, message]) =>
      sentencesOf(message).map(({ parts }) => [
        parts.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join(''),
        `${SHIPPED}.${name}`,
      ]),
    ),
  ))

function sayShipped(language: string, english: string): string {
  const key = language === 'en' ? undefined : shippedKeys().get(english)
  return key === undefined ? english : sayText(language, { key }, (said) => said)
}

/**
 * Makes the sentence of a text in the language of the reader. What is not translated is in English, and what people wrote
 * themselves stays as it is.
 */
export function inLanguage(language: string, said: Said): string {
  const sayString = (english: string): string => sayShipped(language, english)
  return typeof said === 'string' ? sayString(said) : sayText(language, said, sayString)
}
