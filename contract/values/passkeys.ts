export const PASSKEY_LIMITS = {
  /** Most passkeys of one person. */
  passkeys: 20,
  name: 60,
} as const
