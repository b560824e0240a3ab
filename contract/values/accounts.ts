export const PASSWORD_MIN_LENGTH = 8

/** From this length on a password need not be rated (`password-strength.ts`). */
export const PASSWORD_LONG_LENGTH = 12

/** How long a password is to people, who count characters and not UTF-16 units. */
export const passwordLength = (password: string): number => Array.from(password).length
