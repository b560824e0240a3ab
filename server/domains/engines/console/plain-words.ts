import { t, type Text } from '#server/texts/index.ts'

/** What messages of engines mean, in words for people. The first that fits. */
const MEANINGS: readonly [RegExp, Text][] = [
  [/answered 40[13]/, t('engines.refusesCredentials')],
  [/answered 404/, t('engines.noSuchServer')],
  [/answered 429|answered 503/, t('engines.tooBusy')],
  [/answered \d{3}/, t('engines.answersWithError')],
  [/in time/, t('engines.silent')],
  [/could not be reached|no public address/, t('engines.unreachable')],
  [/has no model|is no model/, t('engines.hasNoModel')],
  [/something else than expected/, t('engines.otherKind')],
  [/times in a minute|rests after/, t('engines.rests')],
]

/** @param message as the log has it */
export const inPlainWords = (message: string): Text =>
  MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? t('engines.worksNot')
