export const PASSWORD_MIN_LENGTH = 8

/** From this length on a password need not be rated (`password-strength.ts`). */
export const PASSWORD_LONG_LENGTH = 12

/** Returns the length of a password as people count it, in characters and not in UTF-16 units. */
export const passwordLength = (password: string): number => Array.from(password).length
