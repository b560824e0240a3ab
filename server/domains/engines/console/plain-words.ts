/** What messages of engines mean, in words for people. The first that fits. */
const MEANINGS: readonly [RegExp, string][] = [
  [/answered 40[13]/, 'It refuses the credentials.'],
  [/answered 404/, 'There is no such server at this address.'],
  [/answered 429|answered 503/, 'It is too busy.'],
  [/answered \d{3}/, 'It answers with an error.'],
  [/in time/, 'It does not answer.'],
  [/could not be reached|no public address/, 'It cannot be reached.'],
  [/has no model|is no model/, 'It has no model.'],
  [/something else than expected/, 'It answers, but not as a server of this kind does.'],
  [/times in a minute|rests after/, 'It failed too often and rests.'],
]

/** @param message as the log has it */
export const inPlainWords = (message: string): string =>
  MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'It does not work.'
