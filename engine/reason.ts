import { EngineError } from '#lib/engine-spec/index.ts'
import type { Text } from '#lib/text.ts'

/** Names what a person is told: a code and its values. The sentences are in the catalogue of whoever runs the engine. */
export const reason = (key: string, values?: Text['values']): Text =>
  values === undefined ? { key } : { key, values }

/** What cannot be done, however often it is tried. */
export function unsupported(why: Text): EngineError {
  const { key, values } = why
  const message = values === undefined ? key : `${key}: ${JSON.stringify(values)}`
  return new EngineError('unsupported', message, { retryable: false, userMessage: why })
}
