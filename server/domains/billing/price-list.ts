/** Prices that the operator has changed, by name; one that is not named keeps the program's own. */
export interface PriceChanges {
  /** Credits. */
  tools: Readonly<Record<string, number>>
  /** Cents, by the credits of the pack. */
  packs: Readonly<Record<string, number>>
  /** Cents of a month and a year, and credits a month: `basic_monthly`, `basic_yearly`, `basic_credits`. */
  plans: Readonly<Record<string, number>>
}

const NONE: PriceChanges = { tools: {}, packs: {}, plans: {} }

/** Of this process, like the brands that it shows: who follows the settings says what they are now. */
let shown = NONE

/** Has this process ask these prices from now on. */
export function showPrices(changes: PriceChanges): void {
  if (JSON.stringify(changes) !== JSON.stringify(shown)) shown = changes
}

/** Prices that differ from the program's own now. */
export const priceChanges = (): PriceChanges => shown

/** Derives a value from the prices, and makes it again when they have changed. */
export function fromPrices<T>(make: (changes: PriceChanges) => T): () => T {
  let of: PriceChanges | null = null
  let made: T
  return () => {
    if (of !== shown) {
      of = shown
      made = make(shown)
    }
    return made
  }
}
