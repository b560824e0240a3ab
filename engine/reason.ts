import { EngineError } from '#lib/engine-spec/index.ts'
import type { Text } from '#lib/text.ts'

/** Names what a person is told: a code and its values. The sentences are in the catalogue of whoever runs the engine. */
export const reason = (key: string, values?: Text['values']): Text =>
  values === undefined ? { key } : { key, values }

/** Writes a reason for the log, which has no catalogue. */
export const forLog = ({ key, values }: Text): string =>
  values === undefined ? key : `${key}: ${JSON.stringify(values)}`

/** What cannot be done, however often it is tried. */
export const unsupported = (why: Text): EngineError =>
  new EngineError('unsupported', forLog(why), { retryable: false, userMessage: why })
