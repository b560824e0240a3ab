/** Keeps whose link a visitor came by, until an account is opened in that browser. */
export const REFERRAL_COOKIE = 'referral'

/** As codes are made, see `domains/referrals/codes.ts`; anything else was not written here. */
const CODE = /^[0-9a-z]{10}$/

/** Whether a text could be a code. */
export const isReferralCode = (text: string): boolean => CODE.test(text)

/** Reads the code in the cookie of a browser; null: none, or none that could be a code. */
export function readReferral(cookies: Readonly<Record<string, string | undefined>>): string | null {
  const value = cookies[REFERRAL_COOKIE] ?? ''
  return isReferralCode(value) ? value : null
}
