/** Credits that each side of a referral gets. A file of its own: public pages need it without the schemas. */
export const REFERRAL_CREDITS = 100
/** How old the first payment of the invited account has to be. */
export const REFERRAL_DAYS = 7
/** Referrals of one person that count in a year. */
export const REFERRALS_A_YEAR = 50
/** How long the credits live. */
export const REFERRAL_CREDITS_DAYS = 90
