import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'

/**
 * What a form says of a failed call beside what its fields say: one message for one failure.
 * @param fields names of the fields that show their own errors
 * @returns null when the fields say it all
 */
export function formFailure(error: unknown, fields: readonly string[]): string | null {
  if (error === null) return null
  const answered = fieldErrorsOf(error)
  const others = Object.keys(answered).filter((name) => !fields.includes(name))
  if (Object.keys(answered).length === 0) return messageOf(error)
  return others.length === 0 ? null : others.map((name) => answered[name]).join(' ')
}
