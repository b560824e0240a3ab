/** Free credits a calendar month. */
export const FREE_CREDITS = 40

/** First grants on one public network and UTC day; the accounts after them wait. */
export const FIRST_GRANTS_A_DAY = 3

/** The daily bonus is configured as a number of which the first twenty are not given. */
const CONFIGURED_BONUS = 30
const BONUS_DEDUCTION = 20

/** Credits that one claim of the daily login bonus brings. */
export const LOGIN_BONUS = Math.max(0, CONFIGURED_BONUS - BONUS_DEDUCTION)
