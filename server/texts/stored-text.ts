import type { StoredFailure } from '#contract/said.ts'
import { asText } from './recognize-text.ts'
import { inEnglish, isSayable } from './say.ts'
import type { Said, Text } from './text.ts'

export type { StoredFailure } from '#contract/said.ts'

/** Makes what is stored of a failure. */
export const storeFailure = <Code extends string>({
  code,
  message,
}: {
  code: Code
  message: Said
}): StoredFailure<Code> => ({
  code,
  message: inEnglish(message),
  ...(typeof message !== 'string' && { text: message }),
})

/** Reads a stored text. Its sentence stands in for a key that only a newer version, which may run beside this one, has. */
export const readStored = (sentence: string, text: Text | null): Said =>
  text !== null && isSayable(text) ? text : sentence

/** Reads why something failed; rows of before texts have the sentence alone. */
export const readFailure = ({ message, text }: StoredFailure): Said =>
  text === undefined ? asText(message) : readStored(message, text)
