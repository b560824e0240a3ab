import type { StoredFailure } from '#contract/said.ts'
import { inEnglish, isSayable } from './say.ts'
import type { Said } from './text.ts'

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

/**
 * Reads why something failed. The English sentence stands in where there is no text, as in rows of before, and for a key that only
 * a newer version has, which may run beside this one.
 */
export const readFailure = ({ message, text }: StoredFailure): Said =>
  text !== undefined && isSayable(text) ? text : message
