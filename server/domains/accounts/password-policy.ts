import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LONG_LENGTH, PASSWORD_MIN_LENGTH, passwordLength } from '#contract/accounts.ts'
import { isHardToGuess } from '#contract/password-strength.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'

/** The list is ordered by how often a password is used; beyond this many it hardly helps a guesser. */
const COMMON_COUNT = 10_000

let common: Set<string> | undefined

function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT))
  return common.has(password.toLowerCase())
}

function passwordErrors(password: string, email: string): string[] {
  const errors: string[] = []
  const length = passwordLength(password)
  if (length < PASSWORD_MIN_LENGTH) {
    errors.push(
      `This password is too short. It must contain at least ${PASSWORD_MIN_LENGTH} characters.`,
    )
  }
  if (isCommon(password)) {
    errors.push('This password is too common.')
  } else if (
    length >= PASSWORD_MIN_LENGTH &&
    length < PASSWORD_LONG_LENGTH &&
    !isHardToGuess(password, email)
  ) {
    errors.push(
      `This password is too easy to guess. Use at least ${PASSWORD_LONG_LENGTH} characters, or make it less predictable.`,
    )
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    errors.push('The password is too similar to the email.')
  }
  return errors
}

/**
 * Judges a new password and its repetition.
 * @param field name of the first of the two in the form, `password1` or `new_password1`
 * @throws {AppError} `invalid`, naming the field at fault
 */
export function checkNewPassword(
  field: 'password1' | 'new_password1' | 'password',
  { password, repeated, email }: { password: string; repeated: string; email: string },
): void {
  const fields: FieldErrors = {}
  const errors = passwordErrors(password, email)
  if (errors.length > 0) fields[field] = errors
  if (password !== repeated) {
    fields[field.replace('1', '2')] = ["The two password fields didn't match."]
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('invalid', 'the new password was refused', { fields })
  }
}
