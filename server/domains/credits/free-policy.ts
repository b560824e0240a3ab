/** The daily bonus is configured as a number of which the first twenty are not given. */
const BONUS_DEDUCTION = 20

/** What the operator decides about credits that nobody pays for. */
export interface FreePolicy {
  /** First grants on one public network and UTC day; the accounts after them wait. */
  firstGrantsADay: number
  /** The same of a range of networks, and of all together; 0: no limit. */
  firstGrantsOfRangeADay: number
  firstGrantsOfAllADay: number
  /** Free credits a calendar month. */
  creditsAMonth: number
  /** Credits that one claim of the daily login bonus brings; with 0 there is none. */
  loginBonus: number
}

/** @param settings `FREE_GRANTS_PER_*`, `FREE_CREDITS` and `LOGIN_BONUS` as they are configured now, asked at each use */
export function freePolicy(
  settings: () => {
    grantsPerNetwork: number
    grantsPerRange: number
    grantsPerDay: number
    freeCredits: number
    loginBonus: number
  },
): FreePolicy {
  return {
    get firstGrantsADay() {
      return settings().grantsPerNetwork
    },
    get firstGrantsOfRangeADay() {
      return settings().grantsPerRange
    },
    get firstGrantsOfAllADay() {
      return settings().grantsPerDay
    },
    get creditsAMonth() {
      return settings().freeCredits
    },
    get loginBonus() {
      return Math.max(0, settings().loginBonus - BONUS_DEDUCTION)
    },
  }
}
