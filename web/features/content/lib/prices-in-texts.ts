import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { PriceTable } from '#contract/plans-and-prices.ts'
import type { Language } from '#web/lib/language.ts'
import { textsIn } from '../texts.ts'

/** Texts by the names that the texts of pages have for them, in braces; null: there is no such thing now. */
export type PricesInTexts = Readonly<Record<string, string | null> & { price: string | null }>

/** What things cost on this site now. */
interface Offered {
  prices: PriceTable
  /** Credits a training. */
  trainingCost: number
  /** Credits a calendar month. */
  freeCredits: number
  /** Of a set of headshots by card, as it is shown; null: none can be bought. */
  setPrice: string | null
}

/** Faces of a team, and backgrounds of one photo, that the pages about headshots reckon with. */
const TEAM = 25
const BACKGROUNDS = 8

/**
 * Returns the prices that texts of pages name.
 * @param offered.setPrice as it is shown
 * @param language in which free headshots are told, of which there may be none
 * @param credits how a number of credits is said ("2 credits")
 */
export function pricesInTexts(
  { prices, trainingCost, freeCredits, setPrice }: Offered,
  language: Language,
  credits: (count: number) => string,
): PricesInTexts {
  const { headshot, remove_background: cutOut, image, video, upscale } = prices
  const upscales = Object.values(upscale)
  return {
    price: setPrice,
    cutOut: credits(cutOut),
    headshot: credits(headshot),
    eightHeadshots: credits(BACKGROUNDS * headshot),
    teamHeadshots: credits(TEAM * headshot),
    leastUpscale: String(Math.min(...upscales)),
    mostUpscale: credits(Math.max(...upscales)),
    image: credits(image[0]!.credits),
    // Services cost more, whatever an operator asks for them.
    second: credits(video['BUILT_IN']!),
    training: credits(trainingCost),
    free: String(freeCredits),
    freeCredits: credits(freeCredits),
    freeHeadshots: textsIn(language)('freeHeadshots', {
      count: Math.floor(freeCredits / headshot),
    }),
    unmarked: String(FREE_PICTURES_A_MONTH),
  }
}

/** Returns a text with its prices in place; what there is no price for stays as it is written. */
export const fillPrices = (text: string, prices: PricesInTexts): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => prices[name] ?? written)
