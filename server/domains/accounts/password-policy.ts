import {
  PASSWORD_LONG_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordLength,
} from '#contract/values/accounts.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'

/** The list is ordered by how often a password is used; beyond this many it hardly helps a guesser. */
const COMMON_COUNT = 10_000

let common: Set<string> | undefined

/** Loads the list with the first password: a start needs none of it. */
async function isCommon(password: string): Promise<boolean> {
  if (common === undefined) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT))
  }
  return common.has(password.toLowerCase())
}

async function isHardToGuess(password: string, email: string): Promise<boolean> {
  const strength = await import('#contract/password-strength.ts')
  return strength.isHardToGuess(password, email)
}

async function passwordErrors(password: string, email: string): Promise<Text[]> {
  const errors: Text[] = []
  const length = passwordLength(password)
  if (length < PASSWORD_MIN_LENGTH) {
    errors.push(t('accounts.passwordTooShort', { count: PASSWORD_MIN_LENGTH }))
  }
  if (await isCommon(password)) {
    errors.push(t('accounts.passwordCommon'))
  } else if (
    length >= PASSWORD_MIN_LENGTH &&
    length < PASSWORD_LONG_LENGTH &&
    !(await isHardToGuess(password, email))
  ) {
    errors.push(t('accounts.passwordGuessable', { count: PASSWORD_LONG_LENGTH }))
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    errors.push(t('accounts.passwordLikeEmail'))
  }
  return errors
}

/**
 * Judges a new password and its repetition.
 * @param field name of the first of the two in the form, `password1` or `new_password1`
 * @throws {AppError} `invalid`, naming the field at fault
 */
export async function checkNewPassword(
  field: 'password1' | 'new_password1' | 'password',
  { password, repeated, email }: { password: string; repeated: string; email: string },
): Promise<void> {
  const fields: FieldErrors = {}
  const errors = await passwordErrors(password, email)
  if (errors.length > 0) fields[field] = errors
  if (password !== repeated) {
    fields[field.replace('1', '2')] = [t('accounts.passwordsDiffer')]
  }
  if (Object.keys(fields).length > 0) {
    throw new AppError('invalid', 'the new password was refused', { fields })
  }
}
