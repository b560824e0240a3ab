import { EngineError } from '#lib/engine-spec/index.ts'
import type { Text } from '#lib/text.ts'

/** Makes the text of a reason: its key and values. The engine has no sentences; the program that runs it has the catalogue. */
export const reason = (key: string, values?: Text['values']): Text =>
  values === undefined ? { key } : { key, values }

/** Writes a reason for the log, which has no catalogue. */
export const forLog = ({ key, values }: Text): string =>
  values === undefined ? key : `${key}: ${JSON.stringify(values)}`

/** Makes the error of a request that fails however often it is tried, so that nobody retries it. */
export const unsupported = (why: Text): EngineError =>
  new EngineError('unsupported', forLog(why), { retryable: false, userMessage: why })
