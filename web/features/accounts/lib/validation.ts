import { PASSWORD_LONG_LENGTH, PASSWORD_MIN_LENGTH, passwordLength } from '#contract/accounts.ts'
import { texts } from '../texts.ts'

/** Each answers what is wrong, or null. */
export const required = (value: string): string | null =>
  value.trim() === '' ? texts.required : null

export const email = (value: string): string | null => {
  if (value.trim() === '') return texts.required
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : texts.invalidEmail
}

/** Rates a short password, for which it loads what it needs; the server does the same. */
export const newPassword = async (value: string, owner = ''): Promise<string | null> => {
  if (value === '') return texts.required
  const length = passwordLength(value)
  if (length < PASSWORD_MIN_LENGTH) return texts.passwordTooShort
  if (length >= PASSWORD_LONG_LENGTH) return null
  try {
    const { isHardToGuess } = await import('#contract/password-strength.ts')
    return isHardToGuess(value, owner) ? null : texts.passwordTooEasy
  } catch {
    // Without the network the server judges alone.
    return null
  }
}

export const confirmation = (value: string, password: string): string | null => {
  if (value === '') return texts.required
  return value === password ? null : texts.mismatch
}
