import {
  PASSWORD_LONG_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordLength,
} from '#contract/values/accounts.ts'
import { useTexts } from '../texts.ts'

/** The rules of the forms' fields; each answers what is wrong, or null. */
export function useValidation() {
  const t = useTexts()
  const required = (value: string): string | null =>
    value.trim() === '' ? t('validation.required') : null

  const email = (value: string): string | null => {
    if (value.trim() === '') return t('validation.required')
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t('validation.invalidEmail')
  }

  /** Rates a short password, for which it loads what it needs; the server does the same. */
  const newPassword = async (value: string, owner = ''): Promise<string | null> => {
    if (value === '') return t('validation.required')
    const length = passwordLength(value)
    if (length < PASSWORD_MIN_LENGTH) {
      return t('validation.passwordTooShort', { min: PASSWORD_MIN_LENGTH })
    }
    if (length >= PASSWORD_LONG_LENGTH) return null
    try {
      const { isHardToGuess } = await import('#contract/password-strength.ts')
      if (isHardToGuess(value, owner)) return null
      return t('validation.passwordTooEasy', { long: PASSWORD_LONG_LENGTH })
    } catch {
      // Without the network the server judges alone.
      return null
    }
  }

  const confirmation = (value: string, password: string): string | null => {
    if (value === '') return t('validation.required')
    return value === password ? null : t('validation.mismatch')
  }

  return { required, email, newPassword, confirmation }
}
