import { PASSWORD_MIN_LENGTH } from '#contract/accounts.ts'
import { texts } from '../texts.ts'

/** Each answers what is wrong, or null. */
export const required = (value: string): string | null =>
  value.trim() === '' ? texts.required : null

export const email = (value: string): string | null => {
  if (value.trim() === '') return texts.required
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : texts.invalidEmail
}

export const newPassword = (value: string): string | null => {
  if (value === '') return texts.required
  return value.length < PASSWORD_MIN_LENGTH ? texts.passwordTooShort : null
}

export const confirmation = (value: string, password: string): string | null => {
  if (value === '') return texts.required
  return value === password ? null : texts.mismatch
}
