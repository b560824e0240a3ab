import { compileMessages, fillMessage } from '#server/texts/index.ts'

/** A text of a mail with its arguments filled in; throws when one is missing. */
export type MailTexts<Key extends string> = (
  key: Key,
  values?: Record<string, string | number>,
) => string

/** One file of messages; `language` says how its numbers are written. */
function compileTexts<Key extends string>(
  language: string,
  messages: Record<Key, string>,
): MailTexts<Key> {
  const compiled = compileMessages(messages, 'a mail')
  return (key, values) => {
    const message = compiled.get(key)
    if (message === undefined) throw new Error(`There is no message ${key} for a mail`)
    return fillMessage(message, language, values)
  }
}

/**
 * Compiles the ICU messages of a domain's mails, one file a language: `messages/en.json` of the domain and its neighbors.
 * @returns the texts of a language; of one that is not there those in English
 * @throws Error that names the key of a message that ICU does not understand
 */
export function mailTextsIn<Key extends string>(
  languages: { en: Record<Key, string> } & Record<string, Record<Key, string>>,
): (language: string) => MailTexts<Key> {
  const texts = new Map(
    Object.entries<Record<Key, string>>(languages).map(([language, messages]) => [
      language,
      compileTexts(language, messages),
    ]),
  )
  const english = texts.get('en')!
  return (language) => texts.get(language) ?? english
}
